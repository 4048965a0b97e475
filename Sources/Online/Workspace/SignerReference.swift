// SPDX-License-Identifier: Apache-2.0

import AnchorAPI
package import Codec
import Stellar
package import StellarXDR

/// A signer of an account, as a user names it.
package enum SignerReference: Hashable, Sendable {
    case key(SignerKey)
    /// The key of an account that has a name.
    case account(AccountReference)
}

extension SignerReference: TextValue {
    /// - Parameter text: `G…`, `T…`, `X…` or `P…`, a contact's name, or `name*domain`.
    package init(text: String) throws(Failure) {
        if let key = try? SignerKey(address: text) {
            self = .key(key)
        } else if ContactName.isOne(text) || FederationName.isMeant(by: text) {
            self = .account(try AccountReference(text: text))
        } else {
            self = .key(try SignerKey(text: text))
        }
    }
}
