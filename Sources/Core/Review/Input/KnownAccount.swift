// SPDX-License-Identifier: Apache-2.0

import Stellar
package import StellarXDR

/// An account that our keys sign for, with all of its signers.
package struct KnownAccount: Hashable, Sendable {
    package var account: AccountID
    package var masterWeight: UInt32
    /// Never includes the account's own key, whose weight is `masterWeight`: the network has it only once.
    package var signers: [Signer] { didSet { signers = Self.others(signers, of: account) } }
    package var low: UInt32
    package var medium: UInt32
    package var high: UInt32

    package init(
        account: AccountID, masterWeight: UInt32 = 1, signers: [Signer] = [], low: UInt32 = 0, medium: UInt32 = 0,
        high: UInt32 = 0
    ) {
        self.account = account
        self.masterWeight = masterWeight
        self.signers = Self.others(signers, of: account)
        self.low = low
        self.medium = medium
        self.high = high
    }

    private static func others(_ signers: [Signer], of account: AccountID) -> [Signer] {
        signers.filter { $0.key != .ed25519(account.key) }
    }

    /// The Ed25519 keys that can sign for the account: its own and its signers', except those of weight 0.
    var signingKeys: [AccountID] {
        let others = signers.compactMap { signer -> AccountID? in
            if case .ed25519(let key) = signer.key, signer.weight > 0 { .ed25519(key) } else { nil }
        }
        return (masterWeight > 0 ? [account] : []) + others
    }

    /// Whether this key can sign for the account.
    package func isSigned(by key: AccountID) -> Bool {
        (account == key && masterWeight > 0) || signers.contains { $0.key == .ed25519(key.key) && $0.weight > 0 }
    }
}
