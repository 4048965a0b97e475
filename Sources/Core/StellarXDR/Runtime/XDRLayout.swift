// SPDX-License-Identifier: Apache-2.0

/// The structure of an XDR type, by the names of its schema.
///
/// The generated code that reads and writes bytes does not use it; every other format (a dump for people, JSON, txrep)
/// walks the bytes along the layout, see `XDRCodable.walk(_:as:)`.
@usableFromInline package indirect enum XDRLayout: Sendable {
    case int32
    case uint32
    case int64
    case uint64
    case bool
    /// `opaque[size]`.
    case fixedOpaque(size: Int)
    /// `opaque<limit>`.
    case opaque(limit: Int?)
    /// `string<limit>`.
    case string(limit: Int?)
    case optional(XDRLayout)
    case array(XDRLayout, limit: Int?)
    /// A type of the schema; its layout is looked up when it is reached, so that types may be recursive.
    case reference(any XDRCodable.Type)
    /// A `typedef`: its name tells a format how to show the value (AccountID, AssetCode4, TimePoint).
    case alias(StaticString, XDRLayout)
    case structure(StaticString, [Field])
    case enumeration(Enumeration)
    case union(Union)

    @usableFromInline package struct Field: Sendable {
        package let name: StaticString
        package let layout: XDRLayout

        package init(_ name: StaticString, _ layout: XDRLayout) {
            self.name = name
            self.layout = layout
        }
    }

    @usableFromInline package struct Enumeration: Sendable {
        package let name: StaticString
        /// The common prefix of the members, which SEP-51 and Swift's case names leave out.
        package let prefix: StaticString
        package let members: [(value: Int32, name: StaticString)]

        package init(_ name: StaticString, prefix: StaticString, _ members: [(value: Int32, name: StaticString)]) {
            self.name = name
            self.prefix = prefix
            self.members = members
        }
    }

    @usableFromInline package struct Union: Sendable {
        package let name: StaticString
        package let discriminant: StaticString
        /// The enum that tells the arms apart; nil for plain integers.
        package let enumeration: (any XDRCodable.Type)?
        package let arms: [(value: Int32, field: Field?)]

        package init(
            _ name: StaticString, _ discriminant: StaticString, _ enumeration: (any XDRCodable.Type)?,
            _ arms: [(value: Int32, field: Field?)]
        ) {
            self.name = name
            self.discriminant = discriminant
            self.enumeration = enumeration
            self.arms = arms
        }
    }
}

extension XDRLayout {
    /// The XDR bytes of one value, whose parts come from a source in another format.
    ///
    /// The bytes are well-formed except for the depth of recursive types, which the type's decoder limits.
    package func bytes<Source: XDRSource>(from source: inout Source) throws(Source.Fault) -> [UInt8] {
        var writer = XDRWriter()
        try build(from: &source, into: &writer, alias: nil, depth: 0)
        return writer.finish()
    }

    /// The maximum nesting of named types: one level of a recursive type takes at most two.
    private static let depthLimit = 2 * XDRReader.depthLimit + 64

    private func build<Source: XDRSource>(
        from source: inout Source, into writer: inout XDRWriter, alias: StaticString?, depth: Int
    ) throws(Source.Fault) {
        switch self {
        case .int32:
            writer.write(UInt32(bitPattern: Int32(truncatingIfNeeded: try source.integer(bits: 32, alias: alias))))
        case .uint32: writer.write(UInt32(truncatingIfNeeded: try source.unsigned(bits: 32, alias: alias)))
        case .int64: writer.write(UInt64(bitPattern: try source.integer(bits: 64, alias: alias)))
        case .uint64: writer.write(try source.unsigned(bits: 64, alias: alias))
        case .bool: writer.write(try source.boolean() ? 1 as UInt32 : 0)
        case .fixedOpaque(let size):
            try source.opaque(size: size, alias: alias).withUnsafeBytes { writer.writeRaw($0) }
        case .opaque(let limit): Self.write(try source.opaque(limit: limit, alias: alias), into: &writer)
        case .string(let limit): Self.write(try source.string(limit: limit, alias: alias), into: &writer)
        case .optional(let layout):
            let isPresent = try source.isPresent()
            writer.write(isPresent ? 1 as UInt32 : 0)
            if isPresent { try layout.build(from: &source, into: &writer, alias: alias, depth: depth) }
        case .array(let layout, let limit):
            let count = try source.count(limit: limit)
            writer.write(UInt32(count))
            for index in 0..<count {
                try source.enter(element: index)
                try layout.build(from: &source, into: &writer, alias: nil, depth: depth)
                source.leave()
            }
        case .alias(let name, let layout):
            try layout.build(from: &source, into: &writer, alias: alias ?? name, depth: depth)
        case .reference(let type):
            guard depth < Self.depthLimit else { throw source.tooDeep() }
            if let value = try source.whole(type) {
                value.encode(into: &writer)
            } else {
                try type.layout.build(from: &source, into: &writer, alias: alias, depth: depth + 1)
            }
        case .structure(let name, let fields):
            try source.begin(structure: name, fields: fields)
            for field in fields {
                try source.enter(field: field.name)
                try field.layout.build(from: &source, into: &writer, alias: nil, depth: depth)
                source.leave()
            }
        case .enumeration(let enumeration):
            writer.write(UInt32(bitPattern: try source.member(of: enumeration)))
        case .union(let union): try union.build(from: &source, into: &writer, depth: depth)
        }
    }

    private static func write(_ bytes: [UInt8], into writer: inout XDRWriter) {
        writer.write(UInt32(bytes.count))
        bytes.withUnsafeBytes { writer.writeRaw($0) }
    }

    fileprivate func buildArm<Source: XDRSource>(
        from source: inout Source, into writer: inout XDRWriter, depth: Int
    ) throws(Source.Fault) {
        try build(from: &source, into: &writer, alias: nil, depth: depth)
    }
}

extension XDRLayout.Union {
    /// The arm of a discriminant; nil if there is none.
    package func arm(_ value: Int32) -> (value: Int32, field: XDRLayout.Field?)? { arms.first { $0.value == value } }

    fileprivate func build<Source: XDRSource>(
        from source: inout Source, into writer: inout XDRWriter, depth: Int
    ) throws(Source.Fault) {
        let value = try source.arm(of: self)
        writer.write(UInt32(bitPattern: value))
        guard let field = arm(value)?.field else { return }
        try source.enter(arm: value, field: field.name, of: self)
        try field.layout.buildArm(from: &source, into: &writer, depth: depth)
        source.leave()
    }
}
