// SPDX-License-Identifier: Apache-2.0

package import Horizon
package import Stellar
package import StellarXDR

/// Where the checks learn what is in the ledger. Asked twice for one thing, it says the same.
package protocol LedgerSource {
    /// Why a question has no answer. It ends the check.
    associatedtype Failure: Error

    var network: Network { get }

    /// The last closed ledger.
    mutating func ledger() throws(Failure) -> LedgerRecord

    /// The account; nil when it does not exist.
    mutating func account(_ id: AccountID) throws(Failure) -> AccountRecord?

    /// The balance; nil when it does not exist.
    mutating func claimableBalance(_ id: ClaimableBalanceID) throws(Failure) -> ClaimableBalanceRecord?
}
