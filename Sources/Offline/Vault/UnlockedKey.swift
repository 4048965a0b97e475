// SPDX-License-Identifier: Apache-2.0

package import SodiumKit
import Stellar
package import StellarXDR
import XDR

/// A key opened with its PIN, in guarded memory that is released with the value.
package struct UnlockedKey: ~Copyable, Sendable {
    /// The public part of the file, now authenticated.
    package let info: KeyInfo
    private let key: Ed25519.SecretKey
    /// Signs lists only.
    private let lists: Ed25519.SecretKey
    /// Signs this key's journal lines and authenticates its seal, and is used for nothing else.
    package let record: RecordKey

    /// Creates the key from its seed; nil if `info` names another public key.
    init?(info: KeyInfo, seed: borrowing SecretBytes) throws(SodiumError) {
        let derived = try Self.derived(from: seed)
        let seals = try derived.withBytes { (bytes) throws(SodiumError) in
            try SecretBytes(copying: UnsafeRawBufferPointer(rebasing: bytes[Ed25519.seedLength...]))
        }
        let lists = try Ed25519.SecretKey(seed: try derived.prefix(Ed25519.seedLength))
        let key = try Ed25519.SecretKey(seed: seed)
        let recordSeed = try Self.authenticate(Array("coldstar record key 1".utf8), with: seed)
        let record = try RecordKey(
            name: info.name, listKey: lists.publicKey, seed: try recordSeed.prefix(Ed25519.seedLength), seals: seals)
        guard key.publicKey == info.publicKey.key.bytes else { return nil }
        self.info = info
        self.key = key
        self.record = record
        self.lists = lists
    }

    /// 64 bytes derived from the seed for the list and seal keys, independent of all other uses of the seed.
    private static func derived(from seed: borrowing SecretBytes) throws(SodiumError) -> SecretBytes {
        try authenticate(Array("coldstar list and seal keys 1".utf8), with: seed)
    }

    /// HMAC-SHA512, 64 bytes.
    static func authenticate(_ bytes: [UInt8], with key: borrowing SecretBytes) throws(SodiumError)
        -> SecretBytes
    {
        let message = try SecretBytes(count: bytes.count) { (buffer) throws(SodiumError) in
            buffer.copyBytes(from: bytes)
        }
        return try message.withBytes { (message) throws(SodiumError) in
            try key.withBytes { (key) throws(SodiumError) in try HMACSHA512.authenticate(message, key: key) }
        }
    }

    /// Signs a hash; the 64-byte signature is deterministic.
    ///
    /// The signature is verified before it is returned: a signature corrupted by faulty memory could reveal the seed.
    /// - Throws: `.cannotOpen` for such a failure.
    package func sign(_ hash: Hash) throws(SodiumError) -> [UInt8] { try Self.sign(hash.bytes, with: key) }

    /// Signs the payload of a signed-payload signer (CAP-40), or the BLAKE2b-512 of a file, which are not hashed. At most 64 bytes, and not 32: that could be the hash
    /// of anything.
    package func sign(payload: [UInt8]) throws(SodiumError) -> [UInt8] {
        guard payload.count <= 64, payload.count != 32 else {
            throw .wrongLength(found: payload.count, expected: 64)
        }
        return try Self.sign(payload, with: key)
    }

    /// Signs the comment of a file, in minisign's format: a signature of this key and the comment, more than 64 bytes.
    ///
    /// Nothing else that a key signs is longer than 64 bytes, except for a link's signature (SEP-7), which begins with 35 zeros; no signature
    /// does.
    /// - Parameter signature: 64 bytes, this key's signature of the file's BLAKE2b-512.
    package func sign(comment: [UInt8], after signature: [UInt8]) throws(SodiumError) -> [UInt8] {
        guard signature.count == 64, !comment.isEmpty else {
            throw .wrongLength(found: signature.count + comment.count, expected: 65)
        }
        guard signature.prefix(35).contains(where: { $0 != 0 }) else { throw .cannotOpen }
        return try Self.sign(signature + comment, with: key)
    }

    /// The public key for list signatures.
    package var listKey: [UInt8] { lists.publicKey }

    /// Signs a list with a separate key, whose signatures neither the network nor anyone else accepts as the account's.
    func signature(list: [UInt8]) throws(SodiumError) -> [UInt8] { try Self.sign(list, with: lists) }

    static func sign(_ bytes: [UInt8], with key: borrowing Ed25519.SecretKey) throws(SodiumError) -> [UInt8] {
        let signature = Ed25519.sign(bytes, with: key)
        guard Ed25519.verify(signature, message: bytes, publicKey: key.publicKey) else { throw .cannotOpen }
        return signature
    }
}
