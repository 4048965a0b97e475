// SPDX-License-Identifier: Apache-2.0

package import Stellar
package import StellarXDR

/// The key that should sign, and its other identifiers.
package struct SigningKey: Hashable, Sendable {
    package var identity: KeyIdentity
    /// Coldstar's fingerprint of the mnemonic, 4 bytes; nil for a key that has none.
    package var fingerprint: [UInt8]?
    /// `m/44'/148'/0'`; nil for a key without one.
    package var path: String?

    package init(_ identity: KeyIdentity, fingerprint: [UInt8]? = nil, path: String? = nil) {
        self.identity = identity
        self.fingerprint = fingerprint
        self.path = path
    }

    /// A key of Stellar.
    package init(_ account: AccountID, fingerprint: [UInt8]? = nil, path: String? = nil) {
        self.init(.stellar(account), fingerprint: fingerprint, path: path)
    }

    /// The account of Stellar; nil for a key of another chain.
    package var account: AccountID? { identity.account }
}
