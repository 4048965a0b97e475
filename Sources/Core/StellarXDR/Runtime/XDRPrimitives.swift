// SPDX-License-Identifier: Apache-2.0

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
