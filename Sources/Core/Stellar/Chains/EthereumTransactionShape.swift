// SPDX-License-Identifier: Apache-2.0

import Codec

/// Whether bytes have the structure of an Ethereum transaction, signed or not. EIP-191's prefix keeps a signature over
/// such bytes from being one of the transaction; who asks for it wants something else than a text, though.
///
/// - Source: Ethereum Yellow Paper, appendix B (RLP); EIP-155, EIP-2718, EIP-2930, EIP-1559, EIP-4844, EIP-7702.
enum EthereumTransactionShape {
    /// The bytes, or the hexadecimal text of them with `0x` or without.
    static func contains(_ message: [UInt8]) -> Bool {
        let packed = message.filter { !(0x09...0x0d).contains($0) && $0 != 0x20 }
        let digits =
            packed.starts(with: "0x".utf8) || packed.starts(with: "0X".utf8) ? packed.dropFirst(2) : packed[...]
        let decoded = try? Hex.decode(String(decoding: digits, as: UTF8.self))
        return isTransaction(message[...]) || decoded.map { isTransaction($0[...]) } == true
    }

    /// How many items a transaction has before and after it is signed, and the place of its recipient, by its type.
    private static let forms: [UInt8: (counts: [Int], recipient: Int)] = [
        1: ([8, 11], 4), 2: ([9, 12], 5), 3: ([11, 14], 5), 4: ([10, 13], 5),
    ]

    private static func isTransaction(_ bytes: ArraySlice<UInt8>) -> Bool {
        guard let first = bytes.first else { return false }
        if let form = forms[first] {
            return items(bytes.dropFirst()).map {
                form.counts.contains($0.count) && [0, 20].contains($0[form.recipient].count)
            } == true
        }
        return items(bytes).map { [6, 9].contains($0.count) && [0, 20].contains($0[3].count) } == true
    }

    /// The items of a list that fills the bytes; nil for anything else.
    private static func items(_ bytes: ArraySlice<UInt8>) -> [ArraySlice<UInt8>]? {
        guard let first = bytes.first, first >= 0xc0, let (list, rest) = item(bytes), rest.isEmpty else { return nil }
        var items: [ArraySlice<UInt8>] = []
        var left = list
        while !left.isEmpty {
            guard let (content, rest) = item(left) else { return nil }
            items.append(content)
            left = rest
        }
        return items
    }

    /// The content of the first item, and what follows it.
    private static func item(_ bytes: ArraySlice<UInt8>) -> (content: ArraySlice<UInt8>, rest: ArraySlice<UInt8>)? {
        guard let first = bytes.first else { return nil }
        let length: Int
        var content = bytes.dropFirst()
        switch first {
        case ..<0x80: return (bytes.prefix(1), content)
        case 0x80...0xb7: length = Int(first) - 0x80
        case 0xc0...0xf7: length = Int(first) - 0xc0
        default:
            let size = Int(first) - (first < 0xc0 ? 0xb7 : 0xf7)
            // Three bytes hold every length that can be here.
            guard size <= 3, content.count >= size else { return nil }
            length = content.prefix(size).reduce(0) { $0 << 8 | Int($1) }
            content = content.dropFirst(size)
        }
        guard content.count >= length else { return nil }
        return (content.prefix(length), content.dropFirst(length))
    }
}
