// SPDX-License-Identifier: Apache-2.0

/// One of the BIP-39 lists of 2048 words, except the English one: UTF-8 in NFKD form, separated by spaces.
///
/// - Source: BIP-39, the lists of its repository.
struct WordList {
    let table: StaticString

    static let all = [
        japanese, korean, spanish, chineseSimplified, chineseTraditional, french, italian, czech, portuguese,
    ]

    /// The index of a complete word in NFKD form; nil if it is not in the list.
    func index(of word: UnsafeRawBufferPointer) -> Int? {
        let bytes = UnsafeRawBufferPointer(start: table.utf8Start, count: table.utf8CodeUnitCount)
        var start = 0
        var index = 0
        while start < bytes.count {
            let end = bytes[start...].firstIndex(of: UInt8(ascii: " ")) ?? bytes.count
            if bytes[start..<end].elementsEqual(word) { return index }
            start = end + 1
            index += 1
        }
        return nil
    }
}
