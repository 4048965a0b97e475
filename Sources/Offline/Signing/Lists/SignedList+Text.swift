// SPDX-License-Identifier: Apache-2.0

import Handoff
import Stellar
package import TextCodec
package import Vault

extension SignedList {
    /// How a list crosses to another vault as text.
    package enum Format: String, CaseIterable, Sendable {
        /// The signed list itself.
        case list
        /// The parts of a Uniform Resource, as in QR codes.
        case ur
    }

    /// The list in a format, without the last line feed.
    package func text(_ format: Format) -> String {
        switch format {
        case .list: String(decoding: bytes.dropLast(), as: UTF8.self)
        case .ur: ListResource.ur(of: bytes).lines.joined(separator: "\n")
        }
    }

    /// The document about a change of a list.
    ///
    /// - Parameter list: the list there is now; nil for none.
    package static func document(isChanged: Bool, _ list: SignedList?) -> JSON {
        ["changed": .bool(isChanged), "list": list.map { .object($0.document) } ?? .null]
    }

    /// The version and owner of the list, for `show --json`.
    package var document: JSONObject {
        JSONObject([
            ("number", .integer(counter)), ("time", .string(time.rfc3339)), ("owner", .string(owner.text)),
            ("list_key", .string(Hex.encode(listKey))),
        ])
    }
}
