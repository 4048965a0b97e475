// SPDX-License-Identifier: Apache-2.0

import Stellar
package import StellarXDR

/// The account that logs in.
package struct WebAuthClient: LoginClient {
    /// The account, `G…` or `M…`.
    package let account: MuxedAccount
    /// The memo that identifies a user of a shared account; nil with an `M…`, whose id does that.
    package let memo: UInt64?
    /// The wallet's own domain, whose key signs too.
    package let clientDomain: HomeDomain?

    package init(_ account: MuxedAccount, memo: UInt64? = nil, clientDomain: HomeDomain? = nil) {
        precondition(memo == nil || account.id == nil, "an M address has its id, and no memo")
        self.account = account
        self.memo = memo
        self.clientDomain = clientDomain
    }

    package var address: String { account.address }
    package var subject: String { address + (memo.map { ":\($0)" } ?? "") }
}
