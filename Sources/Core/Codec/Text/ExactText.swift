// SPDX-License-Identifier: Apache-2.0

/// A text that equals another only if their UTF-8 bytes are equal, unlike `String`, which compares canonical
/// equivalents.
package struct ExactText: Hashable {
    package let text: String
    /// The length and the first byte, which tell nearly all texts apart without comparing them.
    let mark: Int

    package init(_ text: String) {
        self.text = text
        mark = text.utf8.count << 8 | Int(text.utf8.first ?? 0)
    }

    package static func == (left: ExactText, right: ExactText) -> Bool {
        guard left.mark == right.mark else { return false }
        let isSame = left.text.utf8.withContiguousStorageIfAvailable { left in
            right.text.utf8.withContiguousStorageIfAvailable { right in Self.isSame(left, right) }
        }
        return (isSame ?? nil) ?? left.text.utf8.elementsEqual(right.text.utf8)
    }

    private static func isSame(_ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>) -> Bool {
        guard left.count == right.count, let start = left.baseAddress, let other = right.baseAddress else {
            return left.isEmpty && right.isEmpty
        }
        return memcmp(start, other, left.count) == 0
    }

    /// Hashes the string: equal bytes make equal strings.
    package func hash(into hasher: inout Hasher) { hasher.combine(text) }
}
