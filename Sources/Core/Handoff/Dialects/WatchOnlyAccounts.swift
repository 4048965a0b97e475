// SPDX-License-Identifier: Apache-2.0

import Stellar
package import StellarXDR
import XDR

/// Accounts that a signing device exports to a wallet, which may watch them and request their signatures.
package struct WatchOnlyAccounts: Hashable, Sendable {
    package struct Account: Hashable, Sendable {
        package let key: PublicKey
        /// Nil for a key without a derivation path.
        package let path: DerivationPath?
        package let name: String?

        package init(key: PublicKey, path: DerivationPath?, name: String? = nil) {
            self.key = key
            self.path = path
            self.name = name
        }
    }

    /// The device's fingerprint of the seed; 0 if there is none.
    package let fingerprint: UInt32
    package let accounts: [Account]
    /// The device's name for itself.
    package let device: String?

    package init(fingerprint: UInt32, accounts: [Account], device: String?) {
        self.fingerprint = fingerprint
        self.accounts = accounts
        self.device = device
    }
}
