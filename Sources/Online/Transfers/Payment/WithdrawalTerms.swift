// SPDX-License-Identifier: Apache-2.0

package import AddressBook
package import Stellar

/// What a user wants of the payment for a withdrawal; nil for what the anchor expects.
package struct WithdrawalTerms: Hashable, Sendable {
    /// A code alone means the transfer's asset with that code.
    package var asset: AssetReference?
    package var amount: Amount?
    /// Whether to pay what the anchor expects, even if another amount was requested.
    package var acceptsAmount: Bool

    package init(asset: AssetReference? = nil, amount: Amount? = nil, acceptsAmount: Bool = false) {
        self.asset = asset
        self.amount = amount
        self.acceptsAmount = acceptsAmount
    }
}
