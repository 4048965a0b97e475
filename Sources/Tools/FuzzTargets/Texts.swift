// SPDX-License-Identifier: Apache-2.0

import Codec
import Stellar
import StellarXDR

/// Values that people type and documents contain. Most have only one text.
enum Texts {
    private typealias Kind = @Sendable (String) throws -> [String]

    /// Each reads a text and writes it; if several texts stand for one value, what is written is read once more.
    private static let kinds: [Kind] = [
        { [Base64.encode(try Base64.decode($0)), $0] },
        { [Base32.encode(try Base32.decode([UInt8]($0.utf8))), $0] },
        { [Hex.encode(try Hex.decode($0)), $0.lowercased()] },
        { [try StrKey($0).text, $0] },
        { [try MuxedAccount(address: $0).address, $0] },
        { [try SignerKey(address: $0).address, $0] },
        { [try Asset($0).text, $0] },
        {
            let amount = try Amount($0)
            return [try Amount(amount.text).text, try Amount(amount.fixedText).text, amount.text]
        },
        {
            let price = try Price($0)
            return [try Price(price.text).text, price.text]
        },
        {
            guard let time = Timestamp($0) else { throw Refused() }
            let again = Timestamp(time.rfc3339) ?? Timestamp("\(time.seconds)")
            return ["\(time.seconds)", "\(again?.seconds ?? 0)"]
        },
    ]

    private struct Refused: Error {}

    static func accepts(_ input: [UInt8]) throws(BrokenPromise) -> Bool {
        guard let first = input.first else { return false }
        let kind = kinds[Int(first) % kinds.count]
        let text = String(decoding: input.dropFirst(), as: UTF8.self)
        guard let texts = try? kind(text) else { return false }
        try BrokenPromise.unless(Set(texts).count == 1, "\(text) is written as \(texts)")
        return true
    }
}
