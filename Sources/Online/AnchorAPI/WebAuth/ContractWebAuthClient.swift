// SPDX-License-Identifier: Apache-2.0

import Stellar
package import StellarXDR

/// The contract account that logs in (SEP-45).
package struct ContractWebAuthClient: LoginClient {
    package let account: ContractID
    /// The wallet's own domain, whose key signs an entry of its own.
    package let clientDomain: HomeDomain?

    package init(_ account: ContractID, clientDomain: HomeDomain? = nil) {
        self.account = account
        self.clientDomain = clientDomain
    }

    package var address: String { StrKey.contract(account).text }
    package var subject: String { address }
}
