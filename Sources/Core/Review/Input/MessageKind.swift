// SPDX-License-Identifier: Apache-2.0

import Codec
import Stellar
import StellarXDR

/// What a message could be mistaken for, and must not be.
///
/// A message is signed with its own prefix and is never a transaction, but a person or program that receives it may
/// take it for one. It is judged by appearance, so that damaged or truncated input is found, too.
package enum MessageKind: String, Hashable, Sendable {
    case envelope = "a transaction"
    case link = "a SEP-7 link"
    case code = "what a device shows in codes"
    case document = "a document about a transaction"
    case secret = "a secret key or the words of one"
    /// A hold instead of a refusal: it may be the hash of anything.
    case hash = "a hash"

    package init?(_ message: [UInt8]) {
        let text = Self.trimmed(message)
        let lower = text.map { Self.isUpper($0) ? $0 | 0x20 : $0 }
        if SecretText.has([.keyShape, .spacedKey, .mnemonic], in: message) {
            self = .secret
        } else if Self.isEnvelope(message) || Self.isEncodedEnvelope(text) {
            self = .envelope
        } else if lower.starts(with: SEP7Link.scheme.utf8) {
            self = .link
        } else if Self.isCode(lower) {
            self = .code
        } else if Self.isDocument(text) || Self.isTxrep(text) {
            self = .document
        } else if Self.isHash(text) {
            self = .hash
        } else {
            return nil
        }
    }

    // MARK: transactions

    private static func isEnvelope(_ bytes: [UInt8]) -> Bool {
        (try? TransactionEnvelope(xdr: bytes)) != nil || (try? TransactionSignaturePayload(xdr: bytes)) != nil
    }

    /// Whether this is base64, also URL-safe or truncated, or hexadecimal digits.
    private static func isEncodedEnvelope(_ text: [UInt8]) -> Bool {
        var digits = text.filter { !isWhiteSpace($0) }
        if let bytes = try? Hex.decode(String(decoding: digits, as: UTF8.self)), isEnvelope(bytes) { return true }
        digits = digits.map {
            $0 == UInt8(ascii: "-") ? UInt8(ascii: "+") : $0 == UInt8(ascii: "_") ? UInt8(ascii: "/") : $0
        }
        while digits.last == UInt8(ascii: "=") { digits.removeLast() }
        digits += Array(repeating: UInt8(ascii: "="), count: (4 - digits.count % 4) % 4)
        guard let bytes = try? Base64.decode(digits) else { return false }
        return isEnvelope(bytes)
    }

    // MARK: what crosses the gap

    /// Whether this is a UR or a LumenSigner message, in lower case.
    private static func isCode(_ text: [UInt8]) -> Bool {
        let begins = ["ur:", "sign-hash;", "sign-transaction;", "request-address;", "address;", "signature;"]
        if begins.contains(where: { text.starts(with: $0.utf8) }) { return true }
        guard text.first == UInt8(ascii: "p"), let end = text.prefix(32).firstIndex(of: UInt8(ascii: ";")) else {
            return false
        }
        let numbers = String(decoding: text[1..<end], as: UTF8.self).split(
            separator: "of", omittingEmptySubsequences: false)
        return numbers.count == 2 && numbers.allSatisfy { Int($0) != nil }
    }

    /// Whether this is a request, a response, or a transaction in SEP-51 JSON, complete or not.
    private static func isDocument(_ text: [UInt8]) -> Bool {
        guard let first = text.first, first == UInt8(ascii: "{") || first == UInt8(ascii: "[") else { return false }
        let keys = ["tx", "tx_v0", "tx_fee_bump"]
        let formats = ["coldstar-request", "coldstar-response"]
        let packed = String(decoding: text.filter { !isWhiteSpace($0) }, as: UTF8.self)
        if keys.contains(where: { packed.contains("\"\($0)\":") })
            || formats.contains(where: { packed.contains("\"\($0)\"") })
        {
            return true
        }
        // Any character of a name may be escaped as its number.
        guard let json = try? JSON(parsing: text, maximumDepth: XDRJSON.maximumDepth) else {
            return packed.contains("\\u00")
        }
        return keys.contains { json[$0] != nil } || json["format"]?.asString.map(formats.contains) == true
    }

    /// Whether the first line, after any comments, is a field of a transaction and its value.
    private static func isTxrep(_ text: [UInt8]) -> Bool {
        let colon = UInt8(ascii: ":")
        let lines = text.split { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
        guard let line = lines.lazy.map({ trimmed(Array($0)) }).first(where: { !$0.isEmpty && $0.first != colon }),
            let end = line.firstIndex(of: colon)
        else { return false }
        let key = String(decoding: line[..<end], as: UTF8.self)
        return key == "type" || ["tx.", "feeBump.", "v0.", "v1.", "signatures."].contains(where: key.hasPrefix)
    }

    private static func isHash(_ text: [UInt8]) -> Bool {
        let digits = text.starts(with: "0x".utf8) ? text.dropFirst(2) : text[...]
        return digits.count == 64 && (try? Hex.decode(String(decoding: digits, as: UTF8.self))) != nil
    }

    // MARK: characters

    private static func trimmed(_ text: [UInt8]) -> [UInt8] {
        guard let start = text.firstIndex(where: { !isWhiteSpace($0) }),
            let end = text.lastIndex(where: { !isWhiteSpace($0) })
        else { return [] }
        return Array(text[start...end])
    }

    private static func isWhiteSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0d).contains(byte) }
    private static func isUpper(_ byte: UInt8) -> Bool { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) }
}
