// SPDX-License-Identifier: Apache-2.0

/// A key with its value, or a header, as it stands in a document. Offsets count the document's bytes after a byte order mark.
package struct TOMLStatement: Hashable, Sendable {
    /// The whole path from the root, with that of the header above.
    package let path: [String]
    /// The line on which it begins, counted from 1.
    package let line: Int
    /// Nil for a header.
    package let value: TOML?
    /// Whether it is a member of an inline table, and not a line of its own.
    package let isInline: Bool
    /// Whether it belongs to an array of tables: the path is then not unique.
    package let isInList: Bool
    /// From the first byte of the key or header to the last one of the value or header.
    package let extent: Range<Int>
    /// The value's part of the extent; empty for a header.
    package let valueExtent: Range<Int>
}
