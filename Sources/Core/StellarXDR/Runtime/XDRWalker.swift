// SPDX-License-Identifier: Apache-2.0

/// Receives the values that `XDRCodable.walk(_:as:)` finds, in the order of the bytes.
///
/// `alias` is the outermost `typedef` name around a leaf, so that a visitor can tell a `PoolID` from 32 other bytes.
package protocol XDRVisitor {
    /// Whether to pass a value of a named type as a whole to `take` (an account as one address), instead of walking its
    /// parts.
    mutating func wants(_ type: any XDRCodable.Type) -> Bool
    mutating func take(_ value: any XDRCodable)
    mutating func begin(structure name: StaticString)
    mutating func field(_ name: StaticString)
    mutating func end()
    mutating func begin(array count: Int)
    mutating func element(_ index: Int)
    /// The arm of a union; its value, if it has one, follows as the field of the arm's name.
    mutating func begin(union: XDRLayout.Union, value: Int32)
    /// An absent optional value.
    mutating func absent()
    /// A present optional value; the value follows.
    mutating func present()
    /// - Parameter bits: 32 or 64.
    mutating func integer(_ value: Int64, bits: Int, alias: StaticString?)
    /// - Parameter bits: 32 or 64.
    mutating func unsigned(_ value: UInt64, bits: Int, alias: StaticString?)
    mutating func boolean(_ value: Bool)
    mutating func member(_ value: Int32, of enumeration: XDRLayout.Enumeration)
    mutating func opaque(_ bytes: [UInt8], alias: StaticString?)
    mutating func string(_ bytes: [UInt8], alias: StaticString?)
}

extension XDRCodable {
    /// Walks the value's fields in wire order and passes each to `visitor`.
    ///
    /// - Parameter layout: the type's layout under the name of a `typedef`, if the value has one.
    package func walk(_ visitor: inout some XDRVisitor, as layout: XDRLayout = .reference(Self.self)) {
        xdr.withUnsafeBytes { bytes in
            var reader = XDRReader(bytes)
            do throws(XDRError) {
                try layout.walk(&reader, &visitor, alias: nil)
                try reader.finish()
            } catch {
                // The bytes come from a value of this type, so only a difference between layout and codec leads here.
                preconditionFailure("\(Self.self): layout and codec disagree: \(error.message)")
            }
        }
    }
}

extension XDRLayout {
    fileprivate func walk(
        _ reader: inout XDRReader, _ visitor: inout some XDRVisitor, alias: StaticString?
    ) throws(XDRError) {
        switch self {
        case .int32: visitor.integer(Int64(try Int32.decode(from: &reader)), bits: 32, alias: alias)
        case .uint32: visitor.unsigned(UInt64(try UInt32.decode(from: &reader)), bits: 32, alias: alias)
        case .int64: visitor.integer(try Int64.decode(from: &reader), bits: 64, alias: alias)
        case .uint64: visitor.unsigned(try UInt64.decode(from: &reader), bits: 64, alias: alias)
        case .bool: visitor.boolean(try reader.readFlag())
        case .fixedOpaque(let size): visitor.opaque([UInt8](try reader.readRaw(size)), alias: alias)
        case .opaque(let limit):
            let count = try reader.readCount(limit: limit ?? Int(Int32.max))
            visitor.opaque([UInt8](try reader.readRaw(count)), alias: alias)
        case .string(let limit):
            let count = try reader.readCount(limit: limit ?? Int(Int32.max))
            visitor.string([UInt8](try reader.readRaw(count)), alias: alias)
        case .optional(let layout):
            guard try reader.readFlag() else { return visitor.absent() }
            visitor.present()
            try layout.walk(&reader, &visitor, alias: alias)
        case .array(let layout, let limit): try Self.walkArray(layout, limit, &reader, &visitor)
        case .alias(let name, let layout): try layout.walk(&reader, &visitor, alias: alias ?? name)
        case .reference(let type): try Self.walkReference(type, &reader, &visitor, alias: alias)
        case .structure(let name, let fields):
            visitor.begin(structure: name)
            for field in fields {
                visitor.field(field.name)
                try field.layout.walk(&reader, &visitor, alias: nil)
            }
            visitor.end()
        case .enumeration(let enumeration):
            let offset = reader.offset
            let value = try Int32.decode(from: &reader)
            guard enumeration.name(of: value) != nil else {
                throw .unknownValue(type: enumeration.name, offset: offset, value: value)
            }
            visitor.member(value, of: enumeration)
        case .union(let union): try union.walk(&reader, &visitor)
        }
    }

    private static func walkArray(
        _ element: XDRLayout, _ limit: Int?, _ reader: inout XDRReader, _ visitor: inout some XDRVisitor
    ) throws(XDRError) {
        let count = try reader.readCount(limit: limit ?? Int(Int32.max))
        visitor.begin(array: count)
        for index in 0..<count {
            visitor.element(index)
            try element.walk(&reader, &visitor, alias: nil)
        }
        visitor.end()
    }

    /// Offers the whole value to the visitor, and walks its parts if the visitor declines.
    private static func walkReference(
        _ type: any XDRCodable.Type, _ reader: inout XDRReader, _ visitor: inout some XDRVisitor, alias: StaticString?
    ) throws(XDRError) {
        if visitor.wants(type) {
            visitor.take(try type.decode(from: &reader))
        } else {
            try type.layout.walk(&reader, &visitor, alias: alias)
        }
    }

    fileprivate func walkArm(_ reader: inout XDRReader, _ visitor: inout some XDRVisitor) throws(XDRError) {
        try walk(&reader, &visitor, alias: nil)
    }
}

extension XDRLayout.Enumeration {
    /// The schema's name for a value.
    package func name(of value: Int32) -> StaticString? { members.first { $0.value == value }?.name }
}

extension XDRLayout.Union {
    fileprivate func walk(_ reader: inout XDRReader, _ visitor: inout some XDRVisitor) throws(XDRError) {
        let offset = reader.offset
        let value = try Int32.decode(from: &reader)
        guard let arm = arms.first(where: { $0.value == value }) else {
            throw .unknownValue(type: name, offset: offset, value: value)
        }
        visitor.begin(union: self, value: value)
        if let field = arm.field {
            visitor.field(field.name)
            try field.layout.walkArm(&reader, &visitor)
        }
        visitor.end()
    }

    /// The enum that tells the arms apart; nil for a union over plain integers.
    package var members: XDRLayout.Enumeration? {
        if case .enumeration(let enumeration)? = enumeration?.layout { enumeration } else { nil }
    }

    /// The name of a discriminant's enum member, for a union over an enum.
    package func memberName(of value: Int32) -> StaticString? { members?.name(of: value) }
}
