// SPDX-License-Identifier: Apache-2.0

import CSecp256k1
package import Crypto

/// Recoverable ECDSA signatures on secp256k1: the only wrapper of libsecp256k1 in Coldstar.
///
/// A context is made for every call with a secret, blinded with fresh randomness, and destroyed with it.
/// - Source: SEC 1 §4.1; RFC 6979 for the nonce; EIP-2 for the range of S.
package enum Secp256k1 {
    package static let secretLength = 32
    /// R and S of 32 bytes each, then 27 or 28.
    package static let signatureLength = 65

    /// The public key, 64 bytes: X and Y.
    ///
    /// - Throws: `.invalidKey` for zero and for numbers from the order of the group on.
    package static func publicKey(of secret: borrowing SecretBytes) throws(Secp256k1Error) -> [UInt8] {
        Array(try encodedPublicKey(of: secret, UInt32(SECP256K1_EC_UNCOMPRESSED)).dropFirst())
    }

    /// The public key in its compressed form, 33 bytes.
    ///
    /// - Throws: `.invalidKey` for zero and for numbers from the order of the group on.
    package static func compressedPublicKey(of secret: borrowing SecretBytes) throws(Secp256k1Error) -> [UInt8] {
        try encodedPublicKey(of: secret, UInt32(SECP256K1_EC_COMPRESSED))
    }

    /// Signs 32 bytes; deterministic. The signature is verified before it is returned: one corrupted by faulty memory
    /// could reveal the key.
    ///
    /// - Returns: 65 bytes, with S in the lower half of its range.
    /// - Throws: `.invalidKey`, `.wrongLength` for anything but 32 bytes, `.faultySignature`.
    package static func sign(
        _ hash: [UInt8], with secret: borrowing SecretBytes
    ) throws(Secp256k1Error) -> [UInt8] {
        guard hash.count == 32 else { throw .wrongLength(found: hash.count, expected: 32) }
        let expected = try publicKey(of: secret)
        let context = try Context.blinded()
        let signature = try secret.withBytes { (key) throws(Secp256k1Error) -> [UInt8] in
            var made = secp256k1_ecdsa_recoverable_signature()
            guard secp256k1_ecdsa_sign_recoverable(context.pointer, &made, hash, octets(key), nil, nil) == 1 else {
                throw .invalidKey
            }
            var bytes = [UInt8](repeating: 0, count: 64)
            var recovery: Int32 = 0
            secp256k1_ecdsa_recoverable_signature_serialize_compact(context.pointer, &bytes, &recovery, &made)
            return bytes + [UInt8(27 + recovery)]
        }
        guard recoverPublicKey(signature, of: hash) == expected else { throw .faultySignature }
        return signature
    }

    /// The public key, 64 bytes, whose secret key made a signature.
    ///
    /// - Parameters:
    ///   - signature: 65 bytes, the last of which is 27 or 28.
    ///   - hash: 32 bytes.
    /// - Returns: nil for anything but a signature with S in the lower half of its range.
    package static func recoverPublicKey(_ signature: [UInt8], of hash: [UInt8]) -> [UInt8]? {
        guard signature.count == signatureLength, hash.count == 32, (27...28).contains(signature[64]),
            let context = try? Context()
        else { return nil }
        let compact = Array(signature[..<64])
        var plain = secp256k1_ecdsa_signature()
        guard secp256k1_ecdsa_signature_parse_compact(context.pointer, &plain, compact) == 1,
            secp256k1_ecdsa_signature_normalize(context.pointer, nil, &plain) == 0
        else { return nil }
        var parsed = secp256k1_ecdsa_recoverable_signature()
        var key = secp256k1_pubkey()
        guard
            secp256k1_ecdsa_recoverable_signature_parse_compact(
                context.pointer, &parsed, compact, Int32(signature[64]) - 27) == 1,
            secp256k1_ecdsa_recover(context.pointer, &key, &parsed, hash) == 1
        else { return nil }
        return Array(encoded(&key, UInt32(SECP256K1_EC_UNCOMPRESSED), context).dropFirst())
    }

    /// The sum of a secret key and a number, modulo the order of the group: a step of BIP-32.
    ///
    /// - Throws: `.invalidKey` if the number is not below the order, or the sum is zero; BIP-32 goes on with the next
    ///   index then.
    package static func sum(
        of secret: borrowing SecretBytes, and number: borrowing SecretBytes
    ) throws(Secp256k1Error) -> SecretBytes {
        guard secret.count == secretLength, number.count == secretLength else {
            let found = secret.count == secretLength ? number.count : secret.count
            throw .wrongLength(found: found, expected: secretLength)
        }
        let context = try Context.blinded()
        var isValid = false
        let sum = try guarded { () throws(SodiumError) in
            try SecretBytes(count: secretLength) { (sum) throws(SodiumError) in
                secret.withBytes { sum.copyMemory(from: $0) }
                guard let start = sum.baseAddress?.assumingMemoryBound(to: UInt8.self) else { return }
                isValid = number.withBytes { secp256k1_ec_seckey_tweak_add(context.pointer, start, octets($0)) == 1 }
            }
        }
        guard isValid else { throw .invalidKey }
        return sum
    }

    private static func encodedPublicKey(
        of secret: borrowing SecretBytes, _ form: UInt32
    ) throws(Secp256k1Error) -> [UInt8] {
        guard secret.count == secretLength else {
            throw .wrongLength(found: secret.count, expected: secretLength)
        }
        let context = try Context.blinded()
        var key = secp256k1_pubkey()
        guard secret.withBytes({ secp256k1_ec_pubkey_create(context.pointer, &key, octets($0)) }) == 1 else {
            throw .invalidKey
        }
        return encoded(&key, form, context)
    }

    private static func encoded(_ key: inout secp256k1_pubkey, _ form: UInt32, _ context: borrowing Context) -> [UInt8]
    {
        var bytes = [UInt8](repeating: 0, count: 65)
        var length = bytes.count
        secp256k1_ec_pubkey_serialize(context.pointer, &bytes, &length, &key, form)
        return Array(bytes[..<length])
    }

    /// - Precondition: the buffer is not empty.
    private static func octets(_ bytes: UnsafeRawBufferPointer) -> UnsafePointer<UInt8> {
        guard let start = bytes.baseAddress else { preconditionFailure("the buffer is not empty") }
        return start.assumingMemoryBound(to: UInt8.self)
    }

    private static func guarded<R: ~Copyable>(_ body: () throws(SodiumError) -> R) throws(Secp256k1Error) -> R {
        do throws(SodiumError) { return try body() } catch { throw .sodium(error) }
    }

    /// A context of the library.
    private struct Context: ~Copyable {
        let pointer: OpaquePointer

        init() throws(Secp256k1Error) {
            guard let made = secp256k1_context_create(UInt32(SECP256K1_CONTEXT_NONE)) else { throw .outOfMemory }
            pointer = made
        }

        /// A context whose computations with a secret are blinded.
        static func blinded() throws(Secp256k1Error) -> Context {
            let context = try Context()
            let seed = try guarded { () throws(SodiumError) in try SystemRandomness().secret(32) }
            guard seed.withBytes({ secp256k1_context_randomize(context.pointer, octets($0)) }) == 1 else {
                throw .outOfMemory
            }
            return context
        }

        deinit { secp256k1_context_destroy(pointer) }
    }
}
