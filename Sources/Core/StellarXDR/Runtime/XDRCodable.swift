// SPDX-License-Identifier: Apache-2.0

/// A value that can be encoded as XDR.
@usableFromInline package protocol XDREncodable: ~Copyable {
    /// Encodes the value; cannot fail, since invalid values cannot be constructed.
    borrowing func encode(into writer: inout XDRWriter)
}

/// A type of the XDR language (RFC 4506): strict bytes, and a description of its fields for other formats.
///
/// Strict means that `T(xdr: bytes).xdr == bytes` for every accepted input.
@usableFromInline package protocol XDRCodable: XDREncodable, Hashable, Sendable {
    /// Decodes exactly one value.
    static func decode(from reader: inout XDRReader) throws(XDRError) -> Self

    /// The structure of the type, by the names of its schema; drives every format other than bytes.
    static var layout: XDRLayout { get }
}

extension XDRCodable {
    /// Decodes one value that fills `bytes` completely.
    @inlinable package init(xdr bytes: [UInt8]) throws(XDRError) {
        self = try bytes.withUnsafeBufferPointer { (bytes) throws(XDRError) in
            var reader = XDRReader(UnsafeRawBufferPointer(bytes))
            let value = try Self.decode(from: &reader)
            try reader.finish()
            return value
        }
    }

    /// Decodes one value that fills `bytes` completely, and verifies that it encodes to them again: what is shown,
    /// hashed and signed is then what was read, even if a decoder is not as strict as it should be.
    package init(canonical bytes: [UInt8]) throws(XDRError) {
        self = try Self(xdr: bytes)
        let encoded = xdr
        guard encoded != bytes else { return }
        throw .notCanonical(offset: zip(encoded, bytes).prefix { $0 == $1 }.count)
    }

    /// The value's XDR bytes.
    @inlinable package var xdr: [UInt8] {
        // Room for a hundred payments, so that the buffer need not grow.
        var writer = XDRWriter(capacity: 8192)
        encode(into: &writer)
        return writer.finish()
    }
}

extension Int32: XDRCodable {
    @inlinable package static func decode(from reader: inout XDRReader) throws(XDRError) -> Self {
        Self(bitPattern: try reader.readWord())
    }
    @inlinable package func encode(into writer: inout XDRWriter) { writer.write(UInt32(bitPattern: self)) }
    @usableFromInline package static var layout: XDRLayout { .int32 }
}

extension UInt32: XDRCodable {
    @inlinable package static func decode(from reader: inout XDRReader) throws(XDRError) -> Self {
        try reader.readWord()
    }
    @inlinable package func encode(into writer: inout XDRWriter) { writer.write(self) }
    @usableFromInline package static var layout: XDRLayout { .uint32 }
}

extension Int64: XDRCodable {
    @inlinable package static func decode(from reader: inout XDRReader) throws(XDRError) -> Self {
        Self(bitPattern: try reader.readDoubleWord())
    }
    @inlinable package func encode(into writer: inout XDRWriter) { writer.write(UInt64(bitPattern: self)) }
    @usableFromInline package static var layout: XDRLayout { .int64 }
}

extension UInt64: XDRCodable {
    @inlinable package static func decode(from reader: inout XDRReader) throws(XDRError) -> Self {
        try reader.readDoubleWord()
    }
    @inlinable package func encode(into writer: inout XDRWriter) { writer.write(self) }
    @usableFromInline package static var layout: XDRLayout { .uint64 }
}

extension Bool: XDRCodable {
    @inlinable package static func decode(from reader: inout XDRReader) throws(XDRError) -> Self {
        try reader.readFlag()
    }
    @inlinable package func encode(into writer: inout XDRWriter) { writer.write(self ? 1 as UInt32 : 0) }
    @usableFromInline package static var layout: XDRLayout { .bool }
}

extension Optional: XDREncodable, XDRCodable where Wrapped: XDRCodable {
    @inlinable package static func decode(from reader: inout XDRReader) throws(XDRError) -> Self {
        try reader.readFlag() ? try Wrapped.decode(from: &reader) : nil
    }
    @inlinable package func encode(into writer: inout XDRWriter) {
        switch self {
        case nil: writer.write(0 as UInt32)
        case let value?:
            writer.write(1 as UInt32)
            value.encode(into: &writer)
        }
    }
    @usableFromInline package static var layout: XDRLayout { .optional(Wrapped.layout) }
}

/// An array without a bound of its own, `T<>`; limited only by the input, which must hold its elements.
extension Array: XDREncodable, XDRCodable where Element: XDRCodable {
    @inlinable package static func decode(from reader: inout XDRReader) throws(XDRError) -> Self {
        try BoundedArray<Element, 2147483647>.decode(from: &reader).elements
    }
    @inlinable package func encode(into writer: inout XDRWriter) {
        precondition(count <= Int(Int32.max))
        writer.write(UInt32(count))
        withUnsafeBufferPointer { writer.write($0) }
    }
    @usableFromInline package static var layout: XDRLayout { .array(Element.layout, limit: nil) }
}

/// A type of the schema, by its name there.
package struct WireType: Sendable {
    package let name: String
    package let type: any XDRCodable.Type
    /// The type's layout; of a `typedef` under its own name, which formats may know.
    package let layout: XDRLayout

    package init(_ name: String, _ type: any XDRCodable.Type, _ layout: XDRLayout) {
        self.name = name
        self.type = type
        self.layout = layout
    }

    /// The type of a name, written in any case; nil when no type of the list has it.
    package init?(named name: String, in types: [WireType] = Self.all) {
        let lower = name.lowercased()
        guard let found = types.first(where: { $0.name.lowercased() == lower }) else { return nil }
        self = found
    }
}
