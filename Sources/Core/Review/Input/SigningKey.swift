// SPDX-License-Identifier: Apache-2.0

package import StellarXDR

/// The key that should sign, and its other identifiers.
package struct SigningKey: Hashable, Sendable {
    package var account: AccountID
    /// Coldstar's fingerprint of the mnemonic, 4 bytes; nil for a key that has none.
    package var fingerprint: [UInt8]?
    /// `m/44'/148'/0'`; nil for a key without one.
    package var path: String?

    package init(_ account: AccountID, fingerprint: [UInt8]? = nil, path: String? = nil) {
        self.account = account
        self.fingerprint = fingerprint
        self.path = path
    }
}
