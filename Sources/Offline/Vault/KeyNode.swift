// SPDX-License-Identifier: Apache-2.0

import Crypto

/// A node in the tree of keys that a BIP-39 seed gives: a secret key of 32 bytes and a chain code of 32, in guarded
/// memory.
///
/// - Source: BIP-32, and SLIP-10 for Ed25519.
struct KeyNode: ~Copyable {
    static let keyLength = 32

    /// Key and chain code, 64 bytes.
    private let bytes: SecretBytes

    /// The root of a tree.
    ///
    /// - Parameters:
    ///   - seed: the 64-byte BIP-39 seed.
    ///   - label: the curve's label, ASCII.
    init(seed: borrowing SecretBytes, label: StaticString) throws(SodiumError) {
        let label = UnsafeRawBufferPointer(start: label.utf8Start, count: label.utf8CodeUnitCount)
        bytes = try seed.withBytes { (seed) throws(SodiumError) in try HMACSHA512.authenticate(seed, key: label) }
    }

    /// A node from a key, and a chain code that is the second half of 64 bytes.
    init(key: borrowing SecretBytes, chainCode half: borrowing SecretBytes) throws(SodiumError) {
        bytes = try SecretBytes(count: 64) { (bytes) throws(SodiumError) in
            half.withBytes { bytes.copyMemory(from: $0) }
            key.withBytes { UnsafeMutableRawBufferPointer(rebasing: bytes[..<Self.keyLength]).copyMemory(from: $0) }
        }
    }

    init(_ bytes: consuming SecretBytes) { self.bytes = bytes }

    /// The secret key, 32 bytes.
    func key() throws(SodiumError) -> SecretBytes { try bytes.prefix(Self.keyLength) }

    /// The 64 bytes that a hardened step gives: HMAC-SHA512, keyed with the chain code, over a zero, the key and the
    /// step.
    ///
    /// - Parameter step: with the highest bit set.
    func hardened(_ step: UInt32) throws(SodiumError) -> SecretBytes {
        let data = try SecretBytes(count: 1 + Self.keyLength + 4) { (data) throws(SodiumError) in
            bytes.withBytes { bytes in
                UnsafeMutableRawBufferPointer(rebasing: data[1..<33])
                    .copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[..<Self.keyLength]))
            }
            data.storeBytes(of: step.bigEndian, toByteOffset: 33, as: UInt32.self)
        }
        return try authenticate(data)
    }

    /// The 64 bytes that a step without hardening gives: HMAC-SHA512, keyed with the chain code, over the public key
    /// and the step.
    ///
    /// - Parameter publicKey: the compressed public key of this node.
    func plain(_ step: UInt32, publicKey: [UInt8]) throws(SodiumError) -> SecretBytes {
        let data = try SecretBytes(count: publicKey.count + 4) { (data) throws(SodiumError) in
            data.copyBytes(from: publicKey)
            data.storeBytes(of: step.bigEndian, toByteOffset: publicKey.count, as: UInt32.self)
        }
        return try authenticate(data)
    }

    private func authenticate(_ data: borrowing SecretBytes) throws(SodiumError) -> SecretBytes {
        try data.withBytes { (data) throws(SodiumError) in
            try bytes.withBytes { (bytes) throws(SodiumError) in
                try HMACSHA512.authenticate(data, key: UnsafeRawBufferPointer(rebasing: bytes[Self.keyLength...]))
            }
        }
    }
}

/// Derivation of Ed25519 keys, for Stellar and Solana.
///
/// - Source: SLIP-10 for ed25519, where every step is hardened; SEP-5.
enum SLIP10 {
    /// Returns the 32-byte ed25519 seed at a path.
    ///
    /// - Parameters:
    ///   - seed: the 64-byte BIP-39 seed.
    ///   - path: all steps hardened.
    static func key(from seed: borrowing SecretBytes, path: [UInt32]) throws(SodiumError) -> SecretBytes {
        precondition(path.allSatisfy { $0 >= ChainPath.hardened }, "SLIP-10 has no public derivation for ed25519")
        var node = try KeyNode(seed: seed, label: "ed25519 seed")
        for step in path { node = KeyNode(try node.hardened(step)) }
        return try node.key()
    }
}
