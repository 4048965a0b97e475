// SPDX-License-Identifier: Apache-2.0

import Codec
import Review
import Vault

extension Policy {
    /// The policy in a signed list; nil if the list says that there is none.
    init?(of list: SignedList) throws(JSONError) {
        let content = try list.content.member("policy")
        guard content != .null else { return nil }
        try self.init(content)
    }
}
