// SPDX-License-Identifier: Apache-2.0

import Stellar
package import TextCodec
package import Vault

extension SignedList {
    /// The version and owner of the list, for `show --json`.
    package var document: JSONObject {
        JSONObject([
            ("number", .integer(counter)), ("time", .string(time.rfc3339)), ("owner", .string(owner.text)),
            ("list_key", .string(Hex.encode(listKey))),
        ])
    }
}
