// SPDX-License-Identifier: Apache-2.0

import Crypto
package import Stellar
package import StellarXDR

#if EIP155
    import Secp256k1Kit
#endif

/// A key opened with its PIN, in guarded memory that is released with the value.
///
/// It signs for one chain: a key of Stellar signs hashes, payloads and comments, and no message of another chain; a key
/// of another chain signs messages, and nothing else.
package struct UnlockedKey: ~Copyable, Sendable {
    /// The public part of the file, now authenticated.
    package let info: KeyInfo
    private let signer: Signer
    /// Signs lists only.
    private let lists: Ed25519.SecretKey
    /// Signs this key's journal lines and authenticates its seal, and is used for nothing else.
    package let record: RecordKey

    /// What signs for the key's chain. Each of the methods below takes one case, and refuses the others.
    private enum Signer: ~Copyable, Sendable {
        case stellar(Ed25519.SecretKey)
        case solana(Ed25519.SecretKey)
        case eip155(SecretBytes)
    }

    /// Creates the key from its seed; nil if `info` names another address.
    ///
    /// - Parameter seed: 32 bytes; see `KeySecret.signingSeed`.
    init?(info: KeyInfo, seed: borrowing SecretBytes) throws(SecretError) {
        guard try KeyIdentity(of: seed, on: info.chain) == info.identity else { return nil }
        do throws(SodiumError) {
            let derived = try Self.authenticate(Self.label("list and seal keys 1", info.chain), with: seed)
            let seals = try derived.withBytes { (bytes) throws(SodiumError) in
                try SecretBytes(copying: UnsafeRawBufferPointer(rebasing: bytes[Ed25519.seedLength...]))
            }
            let lists = try Ed25519.SecretKey(seed: try derived.prefix(Ed25519.seedLength))
            let recordSeed = try Self.authenticate(Self.label("record key 1", info.chain), with: seed)
            let record = try RecordKey(
                name: info.name, listKey: lists.publicKey, seed: try recordSeed.prefix(Ed25519.seedLength),
                seals: seals)
            self.signer =
                switch info.chain {
                case .stellar: .stellar(try Ed25519.SecretKey(seed: seed))
                case .solana: .solana(try Ed25519.SecretKey(seed: seed))
                case .eip155: .eip155(try seed.copy())
                }
            self.info = info
            self.record = record
            self.lists = lists
        } catch {
            throw .sodium(error)
        }
    }

    /// What a derived key is for. The chain is in it, except for Stellar, whose labels are older: the same 32 bytes,
    /// imported for two chains, must not give the same list, seal or record key.
    private static func label(_ use: String, _ chain: Chain) -> [UInt8] {
        Array((chain == .stellar ? "coldstar \(use)" : "coldstar \(chain.rawValue) \(use)").utf8)
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
    /// - Throws: `.otherChain` unless this is a key of Stellar; `.sodium(.cannotOpen)` for such a failure.
    package func sign(_ hash: Hash) throws(KeyUseError) -> [UInt8] { try signForStellar(hash.bytes) }

    /// Signs the payload of a signed-payload signer (CAP-40), or the BLAKE2b-512 of a file, which are not hashed. At
    /// most 64 bytes, and not 32: that could be the hash of anything.
    ///
    /// - Throws: as for a hash.
    package func sign(payload: [UInt8]) throws(KeyUseError) -> [UInt8] {
        guard payload.count <= 64, payload.count != 32 else {
            throw .sodium(.wrongLength(found: payload.count, expected: 64))
        }
        return try signForStellar(payload)
    }

    /// Signs the comment of a file, in minisign's format: a signature of this key and the comment, more than 64 bytes.
    ///
    /// Nothing else that a key signs is longer than 64 bytes, except for a link's signature (SEP-7), which begins with
    /// 35 zeros; no signature does.
    /// - Parameter signature: 64 bytes, this key's signature of the file's BLAKE2b-512.
    /// - Throws: as for a hash.
    package func sign(comment: [UInt8], after signature: [UInt8]) throws(KeyUseError) -> [UInt8] {
        guard signature.count == 64, !comment.isEmpty else {
            throw .sodium(.wrongLength(found: signature.count + comment.count, expected: 65))
        }
        guard signature.prefix(35).contains(where: { $0 != 0 }) else { throw .sodium(.cannotOpen) }
        return try signForStellar(signature + comment)
    }

    private func signForStellar(_ bytes: [UInt8]) throws(KeyUseError) -> [UInt8] {
        switch signer {
        case .stellar(let key): return try Self.checked { () throws(SodiumError) in try Self.sign(bytes, with: key) }
        case .solana: throw .otherChain(info.name, info.chain, asked: .stellar)
        case .eip155: throw .otherChain(info.name, info.chain, asked: .stellar)
        }
    }

    /// Signs a message of the key's own chain.
    ///
    /// - Returns: 64 bytes for Solana, over the message's bytes as they are; for eip155 65 bytes, R, S and 27 or 28,
    ///   over the hash of EIP-191. The signature was verified.
    /// - Throws: `.otherChain` for a key of Stellar and for a message of another chain; `.otherAddress`; `.dangerous`
    ///   for bytes that must never be signed as a message; `.sodium` for a signature that faulty memory has corrupted.
    package func sign(_ message: ChainMessage) throws(KeyUseError) -> [UInt8] {
        guard message.address.chain == info.chain else {
            throw .otherChain(info.name, info.chain, asked: message.address.chain)
        }
        guard info.identity == .other(message.address) else { throw .otherAddress(info.name, info.identity.text) }
        // The second lock behind the review, which has refused it before.
        if let fault = message.fault { throw .dangerous(fault.message) }
        switch signer {
        case .stellar:
            throw .otherChain(info.name, info.chain, asked: message.address.chain)
        case .solana(let key):
            return try Self.checked { () throws(SodiumError) in try Self.sign(message.bytes, with: key) }
        case .eip155(let key):
            #if EIP155
                do throws(Secp256k1Error) { return try Secp256k1.sign(EIP191.hash(message.bytes), with: key) } catch {
                    throw .sodium(error.sodium)
                }
            #else
                _ = key.count
                throw .otherChain(info.name, info.chain, asked: message.address.chain)
            #endif
        }
    }

    /// The public key for list signatures.
    package var listKey: [UInt8] { lists.publicKey }

    /// Signs a list with a separate key, whose signatures neither the network nor anyone else accepts as the account's.
    ///
    /// - Throws: `.otherChain` for a key of another chain: book and policy say what keys of Stellar may sign.
    func signature(list: [UInt8]) throws(KeyUseError) -> [UInt8] {
        guard info.chain == .stellar else { throw .otherChain(info.name, info.chain, asked: .stellar) }
        return try Self.checked { () throws(SodiumError) in try Self.sign(list, with: lists) }
    }

    private static func checked(_ body: () throws(SodiumError) -> [UInt8]) throws(KeyUseError) -> [UInt8] {
        do throws(SodiumError) { return try body() } catch { throw .sodium(error) }
    }

    static func sign(_ bytes: [UInt8], with key: borrowing Ed25519.SecretKey) throws(SodiumError) -> [UInt8] {
        let signature = Ed25519.sign(bytes, with: key)
        guard Ed25519.verify(signature, message: bytes, publicKey: key.publicKey) else { throw .cannotOpen }
        return signature
    }
}
