// SPDX-License-Identifier: Apache-2.0

package import StellarXDR

/// A domain with pinned keys, compared once.
package struct KnownDomain: Hashable, Sendable {
    package var name: String
    /// Signs the domain's login challenges (`SIGNING_KEY`).
    package var signingKey: AccountID?
    /// Signs the domain's SEP-7 links (`URI_REQUEST_SIGNING_KEY`).
    package var linkKey: AccountID?
    /// The accounts that withdrawals through this anchor are paid to.
    package var withdrawalAccounts: Set<AccountID>

    package init(
        name: String, signingKey: AccountID? = nil, linkKey: AccountID? = nil, withdrawalAccounts: Set<AccountID> = []
    ) {
        self.name = name
        self.signingKey = signingKey
        self.linkKey = linkKey
        self.withdrawalAccounts = withdrawalAccounts
    }
}
