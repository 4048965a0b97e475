// SPDX-License-Identifier: Apache-2.0

import Review
import SodiumKit
import StellarXDR
import Vault
import XDR

/// The vault's unlocked key as what a reviewed transaction is signed by.
struct VaultSigner: EnvelopeSigner, ~Copyable {
    enum Fault: Error {
        /// Not the 32 bytes of a hash: this release signs nothing else.
        case notAHash
        case sodium(SodiumError)
    }

    private let key: UnlockedKey

    init(_ key: consuming UnlockedKey) { self.key = key }

    var account: AccountID { key.info.publicKey }

    borrowing func sign(_ bytes: [UInt8]) throws(Fault) -> [UInt8] {
        guard let hash = Hash(bytes) else { throw .notAHash }
        do { return try key.sign(hash) } catch { throw .sodium(error) }
    }
}
