// SPDX-License-Identifier: Apache-2.0

import Chains
import Faults
import Review
import SodiumKit
import StellarXDR
import Vault
import XDR

/// Signs approved envelopes with the vault's unlocked key.
struct VaultSigner: EnvelopeSigner, ~Copyable {
    enum Fault: Error {
        case key(KeyUseError)
    }

    private let key: UnlockedKey

    init(_ key: consuming UnlockedKey) { self.key = key }

    var identity: KeyIdentity { key.info.identity }

    /// This key's name and public record key, for other keys to accept.
    var recordIdentity: AcceptedKey { key.record.identity }

    borrowing func sign(_ bytes: [UInt8]) throws(Fault) -> [UInt8] {
        do {
            // 32 bytes are the hash of something that was reviewed: a payload of that length is rejected before.
            if let hash = Hash(bytes) { return try key.sign(hash) }
            if bytes.count > 64 { return try key.sign(comment: Array(bytes[64...]), after: Array(bytes[..<64])) }
            return try key.sign(payload: bytes)
        } catch {
            throw .key(error)
        }
    }

    borrowing func sign(_ message: ChainMessage) throws(Fault) -> [UInt8] {
        do { return try key.sign(message) } catch { throw .key(error) }
    }

    /// A copy of the record key, which outlives the key.
    borrowing func recordKey() throws(SodiumError) -> RecordKey { try key.record.copy() }

    /// Runs a body with the key.
    borrowing func withKey<R: ~Copyable, E: Error>(_ body: (borrowing UnlockedKey) throws(E) -> R) throws(E) -> R {
        try body(key)
    }
}
