// SPDX-License-Identifier: Apache-2.0

/// `T<max>`: at most `max` elements.
@usableFromInline package struct BoundedArray<Element: XDRCodable, let max: Int>: XDRCodable {
    @usableFromInline package let elements: [Element]

    /// Nil when there are more than `max` elements.
    @inlinable package init?(_ elements: [Element]) {
        guard elements.count <= max else { return nil }
        self.elements = elements
    }

    /// - Precondition: there are at most `max` elements.
    @usableFromInline init(within elements: [Element]) { self.elements = elements }

    /// No elements.
    @inlinable package init() { elements = [] }

    @inlinable package static func decode(from reader: inout XDRReader) throws(XDRError) -> Self {
        let count = try reader.readCount(limit: max)
        // Every element takes at least four bytes, so a count larger than the input is detected before anything is
        // allocated.
        if count > reader.remaining / 4 { throw .truncated(offset: reader.offset + reader.remaining, needed: 4) }
        // An attacker controls the count; 128 has room for a full transaction and costs little when the count is false.
        let first = Swift.min(count, 128)
        // The standard library's closure cannot throw a typed error, so a variable carries it out. Elements are decoded
        // in place, because moving an operation costs as much as reading it.
        var failure: XDRError?
        var found = [Element](unsafeUninitializedCapacity: first) { memory, made in
            do throws(XDRError) {
                while made < first {
                    memory.initializeElement(at: made, to: try Element.decode(from: &reader))
                    made += 1
                }
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
        for _ in first..<count { found.append(try Element.decode(from: &reader)) }
        return Self(within: found)
    }

    @inlinable package func encode(into writer: inout XDRWriter) {
        writer.write(UInt32(elements.count))
        elements.withUnsafeBufferPointer { writer.write($0) }
    }

    @usableFromInline package static var layout: XDRLayout { .array(Element.layout, limit: max) }
}

extension BoundedArray: RandomAccessCollection {
    @inlinable package var startIndex: Int { 0 }
    @inlinable package var endIndex: Int { elements.count }
    @inlinable package subscript(_ index: Int) -> Element { elements[index] }
}
