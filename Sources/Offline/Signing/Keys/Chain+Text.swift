// SPDX-License-Identifier: Apache-2.0

package import Chains

extension Chain {
    /// Asks for the secret of an existing key.
    package var secretQuestion: String { "\(secretKey) or mnemonic" }

    /// Asks for the secret of a key that is in the vault, from its backup.
    package var backupQuestion: String { "the words, or \(self == .stellar ? "S..." : secretKey)" }

    private var secretKey: String {
        switch self {
        case .stellar: "secret key (S...)"
        case .solana: "keypair (base58)"
        case .eip155: "private key (64 hex digits)"
        }
    }
}
