// SPDX-License-Identifier: Apache-2.0

/// `T<max>`: at most `max` elements.
package struct BoundedArray<Element: XDRCodable, let max: Int>: XDRCodable {
    package let elements: [Element]

    /// Nil when there are more than `max` elements.
    package init?(_ elements: [Element]) {
        guard elements.count <= max else { return nil }
        self.elements = elements
    }

    /// No elements.
    package init() { elements = [] }

    package init(from reader: inout XDRReader) throws(XDRError) {
        let count = try reader.readCount(limit: max)
        // No element is shorter than four bytes, so a count beyond the input shows before anything is allocated for it.
        if count > reader.remaining / 4 { throw .truncated(offset: reader.offset + reader.remaining, needed: 4) }
        var found: [Element] = []
        // The count is the attacker's; 64 saves the small reallocations and costs nothing when it lies.
        found.reserveCapacity(Swift.min(count, 64))
        for _ in 0..<count { found.append(try Element(from: &reader)) }
        elements = found
    }

    package func encode(into writer: inout XDRWriter) {
        writer.write(UInt32(elements.count))
        for element in elements { element.encode(into: &writer) }
    }

    package static var layout: XDRLayout { .array(Element.layout, limit: max) }
}

extension BoundedArray: RandomAccessCollection {
    package var startIndex: Int { 0 }
    package var endIndex: Int { elements.count }
    package subscript(_ index: Int) -> Element { elements[index] }
}
