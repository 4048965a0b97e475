// SPDX-License-Identifier: Apache-2.0

/// Iterates over the words of a secret text without copying any of it.
///
/// Words are separated by the white space that a user may type and that NFKD maps to a space: ASCII white space, U+00A0, and U+3000,
/// which Japanese mnemonics use.
struct WordScanner {
    private var rest: UnsafeRawBufferPointer

    init(_ text: UnsafeRawBufferPointer) { rest = text }

    /// The bytes of the next word, as a slice of the text; nil at the end.
    mutating func next() -> UnsafeRawBufferPointer? {
        while let blank = blankLength(at: 0) { drop(blank) }
        var length = 0
        while length < rest.count, blankLength(at: length) == nil { length += 1 }
        guard length > 0 else { return nil }
        defer { drop(length) }
        return UnsafeRawBufferPointer(rebasing: rest[..<length])
    }

    /// The number of words.
    static func count(_ text: UnsafeRawBufferPointer) -> Int {
        var scanner = WordScanner(text)
        var count = 0
        while scanner.next() != nil { count += 1 }
        return count
    }

    private mutating func drop(_ length: Int) {
        rest = UnsafeRawBufferPointer(rebasing: rest[length...])
    }

    private func blankLength(at offset: Int) -> Int? {
        guard offset < rest.count else { return nil }
        switch rest[offset] {
        case 0x20, 0x09...0x0d: return 1
        case 0xc2: return starts(with: 0xc2, 0xa0, at: offset) ? 2 : nil
        case 0xe3: return starts(with: 0xe3, 0x80, 0x80, at: offset) ? 3 : nil
        default: return nil
        }
    }

    private func starts(with bytes: UInt8..., at offset: Int) -> Bool {
        rest[offset...].starts(with: bytes)
    }
}
