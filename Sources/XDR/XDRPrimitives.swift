// SPDX-License-Identifier: Apache-2.0

extension Int32: XDRCodable {
    package init(from reader: inout XDRReader) throws(XDRError) { self.init(bitPattern: try reader.readWord()) }
    package func encode(into writer: inout XDRWriter) { writer.write(UInt32(bitPattern: self)) }
    package static var layout: XDRLayout { .int32 }
}

extension UInt32: XDRCodable {
    package init(from reader: inout XDRReader) throws(XDRError) { self = try reader.readWord() }
    package func encode(into writer: inout XDRWriter) { writer.write(self) }
    package static var layout: XDRLayout { .uint32 }
}

extension Int64: XDRCodable {
    package init(from reader: inout XDRReader) throws(XDRError) { self.init(bitPattern: try reader.readDoubleWord()) }
    package func encode(into writer: inout XDRWriter) { writer.write(UInt64(bitPattern: self)) }
    package static var layout: XDRLayout { .int64 }
}

extension UInt64: XDRCodable {
    package init(from reader: inout XDRReader) throws(XDRError) { self = try reader.readDoubleWord() }
    package func encode(into writer: inout XDRWriter) { writer.write(self) }
    package static var layout: XDRLayout { .uint64 }
}

extension Bool: XDRCodable {
    package init(from reader: inout XDRReader) throws(XDRError) { self = try reader.readFlag() }
    package func encode(into writer: inout XDRWriter) { writer.write(self ? 1 as UInt32 : 0) }
    package static var layout: XDRLayout { .bool }
}

extension Optional: XDRCodable where Wrapped: XDRCodable {
    package init(from reader: inout XDRReader) throws(XDRError) {
        self = try reader.readFlag() ? try Wrapped(from: &reader) : nil
    }
    package func encode(into writer: inout XDRWriter) {
        switch self {
        case nil: writer.write(0 as UInt32)
        case let value?:
            writer.write(1 as UInt32)
            value.encode(into: &writer)
        }
    }
    package static var layout: XDRLayout { .optional(Wrapped.layout) }
}

/// An array without a bound of its own, `T<>`: what limits it is the input that has to hold its elements.
extension Array: XDRCodable where Element: XDRCodable {
    package init(from reader: inout XDRReader) throws(XDRError) {
        self = try BoundedArray<Element, 2147483647>(from: &reader).elements
    }
    package func encode(into writer: inout XDRWriter) {
        precondition(count <= Int(Int32.max))
        writer.write(UInt32(count))
        for element in self { element.encode(into: &writer) }
    }
    package static var layout: XDRLayout { .array(Element.layout, limit: nil) }
}
