// SPDX-License-Identifier: Apache-2.0

package import Crypto

/// One share of a secret: words that several holders keep, each some of them.
///
/// A class, because it owns guarded memory and shares stand in lists. What it says of its set is public; its value is
/// not.
/// - Source: SLIP-39 "Format of the share mnemonic".
package final class Share: Sendable {
    /// What all shares of a set have in common.
    package let header: ShareHeader
    /// The place of the share's group, from 0.
    package let groupIndex: Int
    /// How many shares of the group are needed.
    package let threshold: Int
    /// The share's place in its group, from 0.
    package let index: Int
    let value: SecretBytes

    init(_ header: ShareHeader, groupIndex: Int, threshold: Int, index: Int, value: consuming SecretBytes) {
        precondition(header.length == value.count, "the header has the length of the value")
        self.header = header
        self.groupIndex = groupIndex
        self.threshold = threshold
        self.index = index
        self.value = value
    }
}

/// What all shares of a set have in common.
package struct ShareHeader: Hashable, Sendable {
    /// 15 random bits, which tell sets apart.
    package let identifier: UInt16
    /// Whether several sets may be made of one encrypted secret: then the identifier is not part of its encryption.
    package let isExtendable: Bool
    /// The cost of a passphrase: 10000 rounds, doubled this often.
    package let exponent: Int
    /// How many groups are needed.
    package let groupThreshold: Int
    package let groupCount: Int
    /// The length of the secret in bytes.
    package let length: Int

    /// Bytes of secrets: those of BIP-39's seeds at most.
    static let lengths = 16...64
    /// Words besides the value: five bytes of header, and the checksum.
    private static let otherWords = 4 + ShareChecksum.words

    /// The number of words of a share.
    static func words(ofLength length: Int) -> Int { otherWords + (length * 8 + 9) / 10 }

    /// The length of the secret that shares of so many words have; nil if none has.
    static func length(ofWords words: Int) -> Int? {
        lengths.first { $0 % 2 == 0 && Self.words(ofLength: $0) == words }
    }

    /// The numbers of words that shares can have.
    package static let wordCounts = lengths.filter { $0 % 2 == 0 }.map(words(ofLength:))
}

extension Share {
    /// Parses a share as typed: words separated by white space, in upper or lower case, each at least with its first
    /// four letters.
    ///
    /// - Throws: any `ShareError`; no error repeats a word.
    package convenience init(reading text: borrowing SecretBytes) throws(ShareError) {
        let count = text.withBytes { WordScanner.count($0) }
        guard count > 0 else { throw .empty }
        guard let length = ShareHeader.length(ofWords: count) else { throw .wordCount(count) }
        let indices = try Self.indices(of: text, count)
        let fields = indices.withBytes { indices in (0..<4).reduce(UInt64(0)) { $0 << 10 | Self.index(indices, $1) } }
        let field = { (place: UInt64, bits: UInt64) in Int(fields >> place & (1 << bits - 1)) }
        let header = ShareHeader(
            identifier: UInt16(field(25, 15)), isExtendable: field(24, 1) == 1, exponent: field(20, 4),
            groupThreshold: field(12, 4) + 1, groupCount: field(8, 4) + 1, length: length)
        guard indices.withBytes({ ShareChecksum.isValid($0, isExtendable: header.isExtendable) }) else {
            throw .checksum
        }
        guard header.groupThreshold <= header.groupCount else {
            throw .groupThreshold(header.groupThreshold, groups: header.groupCount)
        }
        self.init(
            header, groupIndex: field(16, 4), threshold: field(0, 4) + 1, index: field(4, 4),
            value: try Self.value(in: indices, length))
    }

    /// The words, separated by single spaces.
    package func text() throws(SodiumError) -> SecretBytes {
        let count = ShareHeader.words(ofLength: header.length)
        let indices = try SecretBytes(count: count * 2) { (indices) throws(SodiumError) in
            let fields = [
                (UInt64(header.identifier), 15), (header.isExtendable ? 1 : 0, 1), (UInt64(header.exponent), 4),
                (UInt64(groupIndex), 4), (UInt64(header.groupThreshold - 1), 4), (UInt64(header.groupCount - 1), 4),
                (UInt64(index), 4), (UInt64(threshold - 1), 4),
            ].reduce(UInt64(0)) { $0 << UInt64($1.1) | $1.0 }
            for place in 0..<4 { Self.set(indices, place, UInt32(fields >> UInt64(30 - place * 10) & 1023)) }
            writeValue(into: indices)
            ShareChecksum.write(into: indices, isExtendable: header.isExtendable)
        }
        var text = try SecretBytes(count: count * (ShareWords.longest + 1))
        let written = indices.withBytes { indices in
            text.withMutableBytes { text in
                var written = 0
                for place in 0..<count {
                    if place > 0 {
                        text[written] = UInt8(ascii: " ")
                        written += 1
                    }
                    for byte in ShareWords.bytes(at: Int(Self.index(indices, place))) {
                        text[written] = byte
                        written += 1
                    }
                }
                return written
            }
        }
        return try text.prefix(written)
    }

    // MARK: words and their indices, two bytes each

    static func index(_ indices: UnsafeRawBufferPointer, _ place: Int) -> UInt64 {
        UInt64(indices[place * 2]) << 8 | UInt64(indices[place * 2 + 1])
    }

    static func set(_ indices: UnsafeMutableRawBufferPointer, _ place: Int, _ index: UInt32) {
        indices[place * 2] = UInt8(index >> 8)
        indices[place * 2 + 1] = UInt8(index & 0xff)
    }

    private static func indices(of text: borrowing SecretBytes, _ count: Int) throws(ShareError) -> SecretBytes {
        var letters = try reserving { () throws(SodiumError) in try SecretBytes(count: ShareWords.longest) }
        var indices = try reserving { () throws(SodiumError) in try SecretBytes(count: count * 2) }
        let unknown = text.withBytes { text in
            letters.withMutableBytes { letters in
                indices.withMutableBytes { Self.write(text, into: $0, letters: letters) }
            }
        }
        if let unknown { throw .unknownWord(position: unknown) }
        return indices
    }

    /// Writes two bytes per word; returns the position, from 1, of the first word that is not in the list.
    private static func write(
        _ text: UnsafeRawBufferPointer, into indices: UnsafeMutableRawBufferPointer,
        letters: UnsafeMutableRawBufferPointer
    ) -> Int? {
        var scanner = WordScanner(text)
        var position = 0
        while let word = scanner.next() {
            guard word.count <= letters.count else { return position + 1 }
            for (offset, byte) in word.enumerated() {
                letters[offset] = (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
            }
            let found = ShareWords.index(of: UnsafeRawBufferPointer(rebasing: letters[..<word.count]))
            guard let found else { return position + 1 }
            set(indices, position, UInt32(found))
            position += 1
        }
        return nil
    }

    // MARK: the value, whose first bits are padding

    private static func padding(_ length: Int) -> Int { (10 - length * 8 % 10) % 10 }

    private static func value(in indices: borrowing SecretBytes, _ length: Int) throws(ShareError) -> SecretBytes {
        let padding = padding(length)
        var isPadded = true
        let value = try reserving { () throws(SodiumError) in
            try SecretBytes(count: length) { (value) throws(SodiumError) in
                indices.withBytes { indices in
                    isPadded = index(indices, 4) >> UInt64(10 - padding) == 0
                    var (rest, bits, written, place) = (UInt64(0), -padding, 0, 4)
                    while written < length {
                        rest = rest << 10 | index(indices, place)
                        bits += 10
                        place += 1
                        while bits >= 8, written < length {
                            bits -= 8
                            value[written] = UInt8(rest >> UInt64(bits) & 0xff)
                            written += 1
                        }
                        rest &= 1 << UInt64(bits) - 1
                    }
                }
            }
        }
        guard isPadded else { throw .padding }
        return value
    }

    private func writeValue(into indices: UnsafeMutableRawBufferPointer) {
        value.withBytes { value in
            var (rest, bits, place) = (UInt64(0), Self.padding(header.length), 4)
            for byte in value {
                rest = rest << 8 | UInt64(byte)
                bits += 8
                guard bits >= 10 else { continue }
                bits -= 10
                Self.set(indices, place, UInt32(rest >> UInt64(bits)))
                rest &= 1 << UInt64(bits) - 1
                place += 1
            }
        }
    }
}

/// Runs code that needs guarded memory and converts a `SodiumError` into a `ShareError`.
private func reserving<R: ~Copyable>(_ body: () throws(SodiumError) -> R) throws(ShareError) -> R {
    do { return try body() } catch { throw .sodium(error) }
}

/// The checksum of a share, three words that detect any three wrong ones.
///
/// - Source: SLIP-39 "Checksum", RS1024.
enum ShareChecksum {
    static let words = 3
    private static let generator: [UInt32] = [
        0xe0_e040, 0x1c1_c080, 0x383_8100, 0x707_0200, 0xe0e_0009, 0x1c0c_2412, 0x3808_6c24, 0x3090_fc48,
        0x21b1_f890, 0x3f3_f120,
    ]

    static func isValid(_ indices: UnsafeRawBufferPointer, isExtendable: Bool) -> Bool {
        state(indices, isExtendable) == 1
    }

    /// Writes the last three words, which are zero until then.
    static func write(into indices: UnsafeMutableRawBufferPointer, isExtendable: Bool) {
        let checksum = state(UnsafeRawBufferPointer(indices), isExtendable) ^ 1
        let count = indices.count / 2
        for place in 0..<words {
            Share.set(indices, count - words + place, checksum >> UInt32(20 - place * 10) & 1023)
        }
    }

    private static func state(_ indices: UnsafeRawBufferPointer, _ isExtendable: Bool) -> UInt32 {
        let label: StaticString = isExtendable ? "shamir_extendable" : "shamir"
        let start = label.withUTF8Buffer { $0.reduce(UInt32(1)) { step($0, UInt32($1)) } }
        return (0..<indices.count / 2).reduce(start) { step($0, UInt32(Share.index(indices, $1))) }
    }

    private static func step(_ state: UInt32, _ value: UInt32) -> UInt32 {
        var next = (state & 0xf_ffff) << 10 ^ value
        for (bit, part) in generator.enumerated() { next ^= part & (0 &- (state >> UInt32(20 + bit) & 1)) }
        return next
    }
}

extension ShareHeader {
    /// The first two words of all shares of the set, by which people tell sets apart. They have nothing of the value.
    package var words: String {
        let bits = Int(identifier) << 5 | (isExtendable ? 16 : 0) | exponent
        return [bits >> 10, bits & 1023].map { String(decoding: ShareWords.bytes(at: $0), as: UTF8.self) }
            .joined(separator: " ")
    }

    /// The number of words of each share.
    package var wordCount: Int { Self.words(ofLength: length) }
}
