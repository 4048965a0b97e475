// SPDX-License-Identifier: Apache-2.0

import Stellar
package import TextCodec
package import Vault

extension SignedList {
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
