// SPDX-License-Identifier: Apache-2.0

package import Crypto

/// The key for one key's records: it signs journal lines and authenticates the key's seal, and cannot sign for the account.
///
/// It can outlive the unlocked key: the outcome "delivered" is written after PIN and seed have been erased from memory.
package struct RecordKey: ~Copyable, Sendable {
    package let name: KeyName
    /// The public list key of the key, 32 bytes.
    let listKey: [UInt8]
    private let seed: SecretBytes
    private let lines: Ed25519.SecretKey
    private let seals: SecretBytes

    /// - Parameters:
    ///   - seed: the seed of the record key, 32 bytes.
    ///   - seals: the secret for authenticating the seal.
    init(
        name: KeyName, listKey: [UInt8], seed: consuming SecretBytes, seals: consuming SecretBytes
    ) throws(SodiumError) {
        self.name = name
        self.listKey = listKey
        self.lines = try Ed25519.SecretKey(seed: seed)
        self.seed = seed
        self.seals = seals
    }

    /// The public key that verifies journal lines, 32 bytes.
    package var publicKey: [UInt8] { lines.publicKey }

    /// This key's name and public record key, for other keys to accept.
    package var identity: AcceptedKey { AcceptedKey(name: name, recordKey: publicKey) }

    package borrowing func copy() throws(SodiumError) -> RecordKey {
        try RecordKey(name: name, listKey: listKey, seed: try seed.copy(), seals: try seals.copy())
    }

    /// Signs a journal line; the signature has 64 bytes.
    func signature(line: [UInt8]) throws(SodiumError) -> [UInt8] { try UnlockedKey.sign(line, with: lines) }

    /// Authenticates the key's seal; the authenticator has 64 bytes.
    func authenticate(_ bytes: [UInt8]) throws(SodiumError) -> [UInt8] {
        let code = try UnlockedKey.authenticate(bytes, with: seals)
        return code.withBytes { Array($0) }
    }
}
