// SPDX-License-Identifier: Apache-2.0

/// Base64 with the standard alphabet and padding, canonical only: every accepted text is the one that
/// `encode` gives for its bytes (white space apart, where that is skipped).
///
/// - Source: RFC 4648 §4, §3.5 (canonical encoding).
package enum Base64 {
    private static let alphabet = [UInt8]("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    private static let values = SymbolTable(alphabet)

    /// The bytes that a base64 text stands for.
    ///
    /// - Parameter skippingWhiteSpace: true to pass over blanks, tabs, line ends, vertical tabs and form feeds
    ///   anywhere, false to refuse them.
    package static func decode(
        _ text: some Collection<UInt8>, skippingWhiteSpace: Bool = false
    ) throws(Base64Error) -> [UInt8] {
        let ready = text.withContiguousStorageIfAvailable { outcome(of: $0, skippingWhiteSpace) }
        if let ready { return try ready.get() }
        return try [UInt8](text).withUnsafeBufferPointer { outcome(of: $0, skippingWhiteSpace) }.get()
    }

    /// The bytes that a base64 text stands for.
    package static func decode(_ text: String, skippingWhiteSpace: Bool = false) throws(Base64Error) -> [UInt8] {
        try decode(text.utf8, skippingWhiteSpace: skippingWhiteSpace)
    }

    /// One line of base64, padded.
    package static func encode(_ bytes: some Collection<UInt8>) -> String {
        bytes.withContiguousStorageIfAvailable(encodeContiguous)
            ?? [UInt8](bytes).withUnsafeBufferPointer(encodeContiguous)
    }

    /// The standard library's closure for contiguous storage cannot throw a typed error: a result carries it out.
    private static func outcome(of text: UnsafeBufferPointer<UInt8>, _ skip: Bool) -> Result<[UInt8], Base64Error> {
        do throws(Base64Error) {
            return .success(try values.withSymbols { table throws(Base64Error) in try scan(text, table, skip) })
        } catch {
            return .failure(error)
        }
    }

    private static func scan(
        _ text: UnsafeBufferPointer<UInt8>, _ table: UnsafeBufferPointer<UInt8>, _ skip: Bool
    ) throws(Base64Error) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count / 4 * 3 + 3)
        var group: UInt32 = 0
        var (inGroup, padding, symbols, last) = (0, 0, 0, 0)
        for offset in text.indices {
            let character = text[offset]
            let value = table[Int(character)]
            if value != SymbolTable.none {
                guard padding == 0 else { throw .badPadding(offset: offset) }
                group = group << 6 | UInt32(value)
                (inGroup, symbols, last) = (inGroup + 1, symbols + 1, offset)
                guard inGroup == 4 else { continue }
                bytes.append(UInt8(truncatingIfNeeded: group >> 16))
                bytes.append(UInt8(truncatingIfNeeded: group >> 8))
                bytes.append(UInt8(truncatingIfNeeded: group))
                inGroup = 0
            } else if character == UInt8(ascii: "=") {
                padding += 1
                guard inGroup >= 2, inGroup + padding <= 4 else { throw .badPadding(offset: offset) }
            } else if !(skip && isWhiteSpace(character)) {
                throw .invalidCharacter(offset: offset)
            }
        }
        guard inGroup > 0 else { return bytes }
        guard inGroup + padding == 4 else { throw .truncated(length: symbols) }
        let unused: UInt32 = inGroup == 2 ? 4 : 2
        guard group & (1 << unused - 1) == 0 else { throw .nonZeroTrailingBits(offset: last) }
        group >>= unused
        if inGroup == 3 { bytes.append(UInt8(truncatingIfNeeded: group >> 8)) }
        bytes.append(UInt8(truncatingIfNeeded: group))
        return bytes
    }

    private static func isWhiteSpace(_ character: UInt8) -> Bool {
        character == 0x20 || (0x09...0x0d).contains(character)
    }

    private static func encodeContiguous(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
        let length = (bytes.count + 2) / 3 * 4
        return String(unsafeUninitializedCapacity: length) { text in
            alphabet.withUnsafeBufferPointer { symbols in
                var (from, to) = (0, 0)
                while from < bytes.count {
                    let taken = min(3, bytes.count - from)
                    var group = UInt32(bytes[from]) << 16
                    if taken > 1 { group |= UInt32(bytes[from + 1]) << 8 }
                    if taken > 2 { group |= UInt32(bytes[from + 2]) }
                    text[to] = symbols[Int(group >> 18)]
                    text[to + 1] = symbols[Int(group >> 12 & 63)]
                    text[to + 2] = taken > 1 ? symbols[Int(group >> 6 & 63)] : UInt8(ascii: "=")
                    text[to + 3] = taken > 2 ? symbols[Int(group & 63)] : UInt8(ascii: "=")
                    (from, to) = (from + 3, to + 4)
                }
            }
            return length
        }
    }
}
