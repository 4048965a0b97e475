// SPDX-License-Identifier: Apache-2.0

import Codec
package import StellarXDR

extension Memo {
    /// Parses `text:…`, `id:…`, `hash:HEX` or `return:HEX`. A text may be empty and may contain colons.
    package init(argument: String) throws(MemoError) {
        guard let colon = argument.firstIndex(of: ":") else { throw .noKind(argument) }
        let value = String(argument[argument.index(after: colon)...])
        switch argument[..<colon] {
        case "text":
            guard let text = Opaque<28>(Array(value.utf8)) else { throw .textTooLong(bytes: value.utf8.count) }
            self = .text(text)
        case "id":
            let digits =
                !value.isEmpty && value.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
            guard digits, let id = UInt64(value) else { throw .badID }
            self = .id(id)
        case "hash": self = .hash(try Self.hash(value))
        case "return": self = .return(try Self.hash(value))
        default: throw .noKind(argument)
        }
    }

    private static func hash(_ text: String) throws(MemoError) -> Hash {
        guard let bytes = try? Hex.decode(text), let hash = Hash(bytes) else { throw .badHash }
        return hash
    }

    /// The kind as Horizon names it: `none`, `text`, `id`, `hash`, `return`.
    package var kind: String {
        switch self {
        case .none: "none"
        case .text: "text"
        case .id: "id"
        case .hash: "hash"
        case .return: "return"
        }
    }

    /// The value: escaped text, digits, or hex; nil for none.
    package var value: String? {
        switch self {
        case .none: nil
        case .text(let text): TerminalText.escape(text.bytes)
        case .id(let id): String(id)
        case .hash(let hash), .return(let hash): Hex.encode(hash.bytes)
        }
    }
}

/// Why a string does not name a memo.
package enum MemoError: Error, Hashable {
    /// A text without a kind in front.
    case noKind(String)
    case textTooLong(bytes: Int)
    case badID
    case badHash

    package var message: String {
        switch self {
        case .noKind(let text):
            // A text that could be a memo is no secret: the shortest one has 56 characters.
            "not a memo: write text:\(text.isEmpty || text.utf8.count > 28 ? "..." : TerminalText.escape(text)), id:..., hash:HEX or return:HEX"
        case .textTooLong(let bytes): "a memo text has at most 28 bytes, not \(bytes)"
        case .badID: "a memo id is a whole number from 0 to 18446744073709551615"
        case .badHash: "a memo hash is 64 hex digits"
        }
    }
}
