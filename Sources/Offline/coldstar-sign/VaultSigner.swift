// SPDX-License-Identifier: Apache-2.0

import Review
import SodiumKit
import StellarXDR
import Vault
import XDR

/// The vault's unlocked key as what a reviewed transaction is signed by.
struct VaultSigner: EnvelopeSigner, ~Copyable {
    enum Fault: Error {
        case sodium(SodiumError)
    }

    private let key: UnlockedKey

    init(_ key: consuming UnlockedKey) { self.key = key }

    var account: AccountID { key.info.publicKey }

    /// What other keys accept of this one.
    var identity: AcceptedKey { key.record.identity }

    borrowing func sign(_ bytes: [UInt8]) throws(Fault) -> [UInt8] {
        do {
            // 32 bytes are a hash of something that was reviewed: a payload of that length never gets here.
            if let hash = Hash(bytes) { return try key.sign(hash) }
            return try key.sign(payload: bytes)
        } catch {
            throw .sodium(error)
        }
    }

    /// What keeps the key's record, also when the key itself is gone from memory.
    borrowing func recordKey() throws(SodiumError) -> RecordKey { try key.record.copy() }

    /// The key, for what else it proves.
    borrowing func withKey<R: ~Copyable, E: Error>(_ body: (borrowing UnlockedKey) throws(E) -> R) throws(E) -> R {
        try body(key)
    }
}
