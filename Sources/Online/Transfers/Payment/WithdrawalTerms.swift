// SPDX-License-Identifier: Apache-2.0

/// What a user wants of the payment for a withdrawal. Texts are as typed; nil for what the anchor expects.
package struct WithdrawalTerms: Hashable, Sendable {
    /// A code alone means the transfer's asset with that code.
    package var asset: String?
    package var amount: String?
    /// Whether to pay what the anchor expects, even if another amount was requested.
    package var acceptsAmount: Bool

    package init(asset: String? = nil, amount: String? = nil, acceptsAmount: Bool = false) {
        self.asset = asset
        self.amount = amount
        self.acceptsAmount = acceptsAmount
    }
}
