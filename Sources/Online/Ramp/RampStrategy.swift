// SPDX-License-Identifier: Apache-2.0

/// How Meso makes sure that the user controls the wallet.
package enum RampStrategy: String, Hashable, Sendable, CaseIterable {
    /// By a message that the wallet signs when the user agrees.
    case walletVerification = "wallet_verification"
    /// By a message that the wallet signs without asking, which a key behind an air gap cannot do.
    case headless = "headless_wallet_verification"
    /// Not at all.
    case bypass = "bypass_wallet_verification"
}
