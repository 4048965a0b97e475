// SPDX-License-Identifier: Apache-2.0

package import Crypto

/// The words of a secret in rows, each with its number. The words are passed on where they are, and not copied out of
/// guarded memory.
package enum NumberedWords {
    /// A number, a dot, the longest word of BIP-39's English list, and the space after it.
    private static let width = 14
    private static let mostColumns = 4
    private static let space = UInt8(ascii: " ")

    /// The number of words; 1 for a secret without spaces.
    package static func count(in text: borrowing SecretBytes) -> Int {
        text.withBytes { $0.count { $0 == space } } + 1
    }

    /// How many words fit into a row.
    ///
    /// - Parameter width: of the terminal; nil without one.
    package static func columns(within width: Int? = nil) -> Int {
        width.map { max(1, min(mostColumns, ($0 + 2) / Self.width)) } ?? mostColumns
    }

    /// The words of each page, numbered from 0.
    package static func pages(of count: Int, columns: Int, rows: Int) -> [Range<Int>] {
        let room = max(1, rows) * max(1, columns)
        return stride(from: 0, to: count, by: room).map { $0..<min($0 + room, count) }
    }

    /// Writes some of the words in rows; a secret of one word gets no number.
    ///
    /// - Parameters:
    ///   - wanted: the numbers of the words, from 0.
    ///   - put: writes bytes, which may be secret.
    package static func write<Fault: Error>(
        _ text: borrowing SecretBytes, _ wanted: Range<Int>, columns: Int,
        _ put: (UnsafeRawBufferPointer) throws(Fault) -> Void
    ) throws(Fault) {
        let isNumbered = count(in: text) > 1
        try text.withBytes { (text) throws(Fault) in
            var (start, number) = (0, 0)
            while start <= text.count, number < wanted.upperBound {
                let end = text[start...].firstIndex(of: space) ?? text.count
                if wanted.contains(number) {
                    if isNumbered { try write("\(number < 9 ? " " : "")\(number + 1). ", put) }
                    try put(UnsafeRawBufferPointer(rebasing: text[start..<end]))
                    let isLast = number + 1 == wanted.upperBound || (number - wanted.lowerBound + 1) % columns == 0
                    try write(isLast ? "\n" : String(repeating: " ", count: max(1, width - 4 - (end - start))), put)
                }
                (start, number) = (end + 1, number + 1)
            }
        }
    }

    private static func write<Fault: Error>(
        _ text: String, _ put: (UnsafeRawBufferPointer) throws(Fault) -> Void
    ) throws(Fault) {
        let bytes = Array(text.utf8)
        try bytes.withUnsafeBufferPointer { (bytes) throws(Fault) in try put(UnsafeRawBufferPointer(bytes)) }
    }
}
