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

    borrowing func sign(_ bytes: [UInt8]) throws(Fault) -> [UInt8] {
        do {
            // 32 bytes are a hash of something that was reviewed: a payload of that length never gets here.
            if let hash = Hash(bytes) { return try key.sign(hash) }
            return try key.sign(payload: bytes)
        } catch {
            throw .sodium(error)
        }
    }

    /// Lets the key's seal know the vault as it is.
    @discardableResult
    borrowing func reseal(
        _ state: VaultState, holding lock: borrowing VaultLock, history: SignerHistory? = nil, believing: [UInt8]? = nil
    ) throws(StateError) -> KeySeal {
        try state.reseal(key, holding: lock, history: history, believing: believing)
    }

    /// The key, for what else it proves.
    borrowing func withKey<R: ~Copyable, E: Error>(_ body: (borrowing UnlockedKey) throws(E) -> R) throws(E) -> R {
        try body(key)
    }
}
