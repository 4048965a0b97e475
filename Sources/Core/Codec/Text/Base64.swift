// SPDX-License-Identifier: Apache-2.0

/// Base64 with the standard alphabet and padding, canonical only: every accepted text is the one that
/// `encode` gives for its bytes (ignoring white space, where it is skipped).
///
/// - Source: RFC 4648 §4, §3.5 (canonical encoding).
package enum Base64 {
    private static let alphabet = [UInt8]("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    private static let values = SymbolTable(alphabet)
    /// The two symbols of each 12-bit value, in memory order: encoding two at a time halves the steps.
    private static let pairs: [UInt16] = (0..<4096).map { bits in
        UInt16(littleEndian: UInt16(alphabet[bits >> 6]) | UInt16(alphabet[bits & 63]) << 8)
    }

    /// Decodes a base64 text.
    ///
    /// - Parameter skippingWhiteSpace: true to skip spaces, tabs, line ends, vertical tabs and form feeds anywhere,
    ///   false to refuse them.
    package static func decode(
        _ text: some Collection<UInt8>, skippingWhiteSpace: Bool = false
    ) throws(Base64Error) -> [UInt8] {
        let ready = text.withContiguousStorageIfAvailable { outcome(of: $0, skippingWhiteSpace) }
        if let ready { return try ready.get() }
        return try [UInt8](text).withUnsafeBufferPointer { outcome(of: $0, skippingWhiteSpace) }.get()
    }

    /// Decodes a base64 text.
    package static func decode(_ text: String, skippingWhiteSpace: Bool = false) throws(Base64Error) -> [UInt8] {
        try decode(text.utf8, skippingWhiteSpace: skippingWhiteSpace)
    }

    /// Encodes bytes on one line, with padding.
    package static func encode(_ bytes: some Collection<UInt8>) -> String {
        bytes.withContiguousStorageIfAvailable(encodeContiguous)
            ?? [UInt8](bytes).withUnsafeBufferPointer(encodeContiguous)
    }

    /// The standard library's closures cannot throw a typed error, so a result carries it out.
    private static func outcome(of text: UnsafeBufferPointer<UInt8>, _ skip: Bool) -> Result<[UInt8], Base64Error> {
        var failure: Base64Error?
        let bytes = [UInt8](unsafeUninitializedCapacity: text.count / 4 * 3 + 3) { target, count in
            do throws(Base64Error) {
                count = try values.withSymbols { (table) throws(Base64Error) in
                    try scan(text, table, skip, into: target)
                }
            } catch {
                failure = error
            }
        }
        return failure.map { .failure($0) } ?? .success(bytes)
    }

    /// - Parameter target: room for three bytes for each group of four characters, complete or not.
    /// - Returns: the number of bytes written.
    private static func scan(
        _ text: UnsafeBufferPointer<UInt8>, _ table: UnsafeBufferPointer<UInt8>, _ skip: Bool,
        into target: UnsafeMutableBufferPointer<UInt8>
    ) throws(Base64Error) -> Int {
        var group: UInt32 = 0
        var (written, inGroup, padding, symbols, last) = (0, 0, 0, 0, 0)
        var offset = 0
        while offset < text.count {
            if inGroup == 0, padding == 0 {
                let whole = wholeGroups(text, from: offset, table, into: target, at: written)
                (offset, written, symbols) = (offset + whole * 4, written + whole * 3, symbols + whole * 4)
                if offset == text.count { break }
            }
            let character = text[offset]
            let value = table[Int(character)]
            if value != SymbolTable.none {
                guard padding == 0 else { throw .badPadding(offset: offset) }
                group = group << 6 | UInt32(value)
                (inGroup, symbols, last) = (inGroup + 1, symbols + 1, offset)
                if inGroup == 4 {
                    put(group, into: target, at: written)
                    (inGroup, written) = (0, written + 3)
                }
            } else if character == UInt8(ascii: "=") {
                padding += 1
                guard inGroup >= 2, inGroup + padding <= 4 else { throw .badPadding(offset: offset) }
            } else if !(skip && isWhiteSpace(character)) {
                throw .invalidCharacter(offset: offset)
            }
            offset += 1
        }
        guard inGroup > 0 else { return written }
        guard inGroup + padding == 4 else { throw .truncated(length: symbols) }
        let unused: UInt32 = inGroup == 2 ? 4 : 2
        guard group & (1 << unused - 1) == 0 else { throw .nonZeroTrailingBits(offset: last) }
        put(group << (inGroup == 2 ? 12 : 6), into: target, at: written)
        return written + inGroup - 1
    }

    /// Decodes uninterrupted groups of four symbols, which make up nearly all of a text.
    ///
    /// - Returns: the number of groups.
    private static func wholeGroups(
        _ text: UnsafeBufferPointer<UInt8>, from start: Int, _ table: UnsafeBufferPointer<UInt8>,
        into target: UnsafeMutableBufferPointer<UInt8>, at position: Int
    ) -> Int {
        var (from, to) = (start, position)
        while from + 4 <= text.count {
            let (a, b) = (table[Int(text[from])], table[Int(text[from + 1])])
            let (c, d) = (table[Int(text[from + 2])], table[Int(text[from + 3])])
            // Values fit six bits; `SymbolTable.none` does not.
            if a | b | c | d > 63 { break }
            put(UInt32(a) << 18 | UInt32(b) << 12 | UInt32(c) << 6 | UInt32(d), into: target, at: to)
            (from, to) = (from + 4, to + 3)
        }
        return (from - start) / 4
    }

    /// Writes the three bytes of a 24-bit group.
    private static func put(_ group: UInt32, into target: UnsafeMutableBufferPointer<UInt8>, at position: Int) {
        target[position] = UInt8(truncatingIfNeeded: group >> 16)
        target[position + 1] = UInt8(truncatingIfNeeded: group >> 8)
        target[position + 2] = UInt8(truncatingIfNeeded: group)
    }

    private static func isWhiteSpace(_ character: UInt8) -> Bool {
        character == 0x20 || (0x09...0x0d).contains(character)
    }

    private static func encodeContiguous(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
        let length = (bytes.count + 2) / 3 * 4
        return String(unsafeUninitializedCapacity: length) { text in
            pairs.withUnsafeBufferPointer { pairs in
                let text = UnsafeMutableRawBufferPointer(text)
                func put(_ group: UInt32, at position: Int) {
                    text.storeBytes(of: pairs[Int(group >> 12)], toByteOffset: position, as: UInt16.self)
                    text.storeBytes(of: pairs[Int(group & 0xfff)], toByteOffset: position + 2, as: UInt16.self)
                }
                var (from, to) = (0, 0)
                while from + 3 <= bytes.count {
                    put(UInt32(bytes[from]) << 16 | UInt32(bytes[from + 1]) << 8 | UInt32(bytes[from + 2]), at: to)
                    (from, to) = (from + 3, to + 4)
                }
                guard from < bytes.count else { return }
                let hasTwo = from + 2 == bytes.count
                put(UInt32(bytes[from]) << 16 | (hasTwo ? UInt32(bytes[from + 1]) << 8 : 0), at: to)
                if !hasTwo { text[to + 2] = UInt8(ascii: "=") }
                text[to + 3] = UInt8(ascii: "=")
            }
            return length
        }
    }
}

/// URL-safe base64 without padding, canonical only: every accepted text is the one that `encode` gives for its bytes.
///
/// - Source: RFC 4648 §5; RFC 7515 §2.
package enum Base64URL {
    package static func encode(_ bytes: some Collection<UInt8>) -> String {
        var text = Base64.encode(bytes).replacing("+", with: "-").replacing("/", with: "_")
        while text.utf8.last == UInt8(ascii: "=") { text.removeLast() }
        return text
    }

    package static func decode(_ text: some StringProtocol) throws(Base64Error) -> [UInt8] {
        let foreign: [UInt8] = [UInt8(ascii: "+"), UInt8(ascii: "/"), UInt8(ascii: "=")]
        if let offset = Array(text.utf8).firstIndex(where: foreign.contains) { throw .invalidCharacter(offset: offset) }
        let plain = String(text).replacing("-", with: "+").replacing("_", with: "/")
        return try Base64.decode(plain + String(repeating: "=", count: (4 - plain.utf8.count % 4) % 4))
    }
}

/// Why a text is not canonical base64. Offsets are byte offsets in the text as given, including white space.
package enum Base64Error: Error, Hashable {
    /// A byte outside the alphabet of RFC 4648 §4.
    case invalidCharacter(offset: Int)
    /// A "=" in the wrong place, or a character after one.
    case badPadding(offset: Int)
    /// The text ends inside a group of four; `length` is the number of symbols, without "=" and white space.
    case truncated(length: Int)
    /// The unused bits of the last symbol are not zero: another text would give the same bytes.
    case nonZeroTrailingBits(offset: Int)

    /// The description for the end of an error line.
    package var message: String {
        switch self {
        case .invalidCharacter(let offset): "not base64: wrong character at byte offset \(offset)"
        case .badPadding(let offset): "not base64: misplaced padding at byte offset \(offset)"
        case .truncated(let length): "base64 is cut off after \(length) characters"
        case .nonZeroTrailingBits(let offset): "not canonical base64: unused bits are set at byte offset \(offset)"
        }
    }
}
