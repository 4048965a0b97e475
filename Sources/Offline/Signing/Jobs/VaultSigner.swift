// SPDX-License-Identifier: Apache-2.0

import Codec
import Crypto
import Review
import Stellar
import Vault

/// Signs approved envelopes with the vault's unlocked key.
struct VaultSigner: ItemSigner, ~Copyable {
    enum KeyError: Error {
        case key(KeyUseError)
    }

    private let key: UnlockedKey

    init(_ key: consuming UnlockedKey) { self.key = key }

    var identity: KeyIdentity { key.info.identity }

    /// This key's name and public record key, for other keys to accept.
    var recordIdentity: AcceptedKey { key.record.identity }

    borrowing func sign(_ item: Signable) throws(KeyError) -> [UInt8] {
        do {
            return switch item {
            case .hash(let hash): try key.sign(hash.hash)
            case .payload(let bytes), .file(let bytes): try key.sign(payload: bytes)
            case .comment(let comment, let signature): try key.sign(comment: comment, after: signature)
            }
        } catch {
            throw .key(error)
        }
    }

    borrowing func sign(_ message: ChainMessage) throws(KeyError) -> [UInt8] {
        do { return try key.sign(message) } catch { throw .key(error) }
    }

    /// A copy of the record key, which outlives the key.
    borrowing func recordKey() throws(SodiumError) -> RecordKey { try key.record.copy() }

    /// Runs a body with the key.
    borrowing func withKey<R: ~Copyable, E: Error>(_ body: (borrowing UnlockedKey) throws(E) -> R) throws(E) -> R {
        try body(key)
    }
}
