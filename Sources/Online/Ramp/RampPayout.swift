// SPDX-License-Identifier: Apache-2.0

/// The on-chain payment that the frame asks for in a cash-out. Coldstar makes none.
package struct RampPayout: Hashable, Sendable {
    package let amount: String
    package let recipient: String
    package let token: String
    /// The number as the frame wrote it.
    package let decimals: String

    package init(amount: String, recipient: String, token: String, decimals: String) {
        self.amount = amount
        self.recipient = recipient
        self.token = token
        self.decimals = decimals
    }
}
