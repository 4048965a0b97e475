// SPDX-License-Identifier: Apache-2.0

package import Stellar

/// What an unattended signer did not sign: a line of the journal that is there to be read. No rule depends on it.
package struct RefusedRequest: Hashable, Sendable {
    package let time: Timestamp
    /// Nil if the request could not be read.
    package let hash: TransactionHash?
    /// The name of its file, as the one who put it there chose it.
    package let file: String
    /// The key that was to sign.
    package let key: KeyName
    /// The error as it was said; the first 1,000 bytes are kept.
    package let reason: String

    package init(_ hash: TransactionHash?, file: String, key: KeyName, reason: String, at time: Timestamp) {
        self.time = time
        self.hash = hash
        self.file = SigningIntent.beginning(of: file)
        self.key = key
        self.reason = SigningIntent.beginning(of: reason)
    }
}

extension Vault {
    /// Writes a line about a request that a key was to sign, and lets its seal cover it.
    ///
    /// - Throws: as `note` does.
    package func note(_ refusal: RefusedRequest, by key: borrowing UnlockedKey) throws(VaultError) {
        try noting { lock throws in
            let state = try VaultState(folder: folder, for: [key.info.name], holding: lock)
            _ = try state.verify(key)
            try state.noting(.refused(refusal), by: key.record, holding: lock).reseal(key.record, holding: lock)
        }
    }
}
