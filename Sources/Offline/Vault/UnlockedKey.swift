// SPDX-License-Identifier: Apache-2.0

package import SodiumKit
import Stellar
package import StellarXDR
import XDR

/// A key that its PIN has opened; it is in guarded memory and goes with the value.
package struct UnlockedKey: ~Copyable, Sendable {
    /// What the file says, now authenticated.
    package let info: KeyInfo
    private let key: Ed25519.SecretKey
    /// Signs lists and nothing else.
    private let lists: Ed25519.SecretKey
    /// Keeps this key's record and nothing else.
    package let record: RecordKey

    /// The key with this seed, which `info` must name.
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

    /// 64 bytes that nobody gets from anything else that is done with the seed.
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

    /// The signature over a hash, 64 bytes; the same every time.
    ///
    /// It is verified before it is given away: a signature that a failing memory spoilt could betray the seed.
    /// - Throws: `.cannotOpen` for such a failure.
    package func sign(_ hash: Hash) throws(SodiumError) -> [UInt8] { try Self.sign(hash.bytes, with: key) }

    /// The signature over the payload of a signed-payload signer (CAP-40), which is signed as it is: at most 64 bytes, and not
    /// 32, which would be any hash's.
    package func sign(payload: [UInt8]) throws(SodiumError) -> [UInt8] {
        guard payload.count <= 64, payload.count != 32 else {
            throw .wrongLength(found: payload.count, expected: 64)
        }
        return try Self.sign(payload, with: key)
    }

    /// The public half of what signs lists.
    package var listKey: [UInt8] { lists.publicKey }

    /// The signature over a list, by a key that can sign nothing that the network or anybody else takes for the account's.
    func signature(list: [UInt8]) throws(SodiumError) -> [UInt8] { try Self.sign(list, with: lists) }

    static func sign(_ bytes: [UInt8], with key: borrowing Ed25519.SecretKey) throws(SodiumError) -> [UInt8] {
        let signature = Ed25519.sign(bytes, with: key)
        guard Ed25519.verify(signature, message: bytes, publicKey: key.publicKey) else { throw .cannotOpen }
        return signature
    }
}
