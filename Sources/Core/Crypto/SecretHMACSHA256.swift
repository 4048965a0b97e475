// SPDX-License-Identifier: Apache-2.0

import CSodium

// HMAC-SHA256, and PBKDF2 with it, for secret messages: every intermediate value stays in guarded memory.

extension HMACSHA256 {
    /// The authenticator of a secret message under a key of any length, 32 bytes.
    ///
    /// - Throws: `.outOfMemory`.
    package static func authenticate(secret message: UnsafeRawBufferPointer, key: UnsafeRawBufferPointer)
        throws(SodiumError) -> SecretBytes
    {
        let keyed = try KeyedState256(key: key)
        var scratch = try SecretBytes(count: KeyedState256.size)
        return try SecretBytes(count: length) { (output) throws(SodiumError) in
            scratch.withMutableBytes { keyed.authenticate(message, into: output, scratch: $0) }
        }
    }

    /// Derives a key of `length` bytes from a password.
    ///
    /// - Parameter rounds: at least 1; SLIP-39 uses 2500 and its multiples by powers of two.
    /// - Throws: `.outOfMemory`.
    /// - Source: RFC 8018 §5.2.
    package static func pbkdf2(
        password: borrowing SecretBytes, salt: borrowing SecretBytes, rounds: Int, length wanted: Int
    ) throws(SodiumError) -> SecretBytes {
        precondition(rounds >= 1 && wanted >= 1, "PBKDF2 does at least one round and gives at least one byte")
        let keyed = try password.withBytes { (key) throws(SodiumError) in try KeyedState256(key: key) }
        let blocks = (wanted + length - 1) / length
        var scratch = try SecretBytes(count: KeyedState256.size)
        var round = try SecretBytes(count: length)
        var message = try SecretBytes(count: salt.count + 4)
        let whole = try SecretBytes(count: blocks * length) { (output) throws(SodiumError) in
            for block in 0..<blocks {
                let sum = UnsafeMutableRawBufferPointer(rebasing: output[block * length..<(block + 1) * length])
                message.withMutableBytes { message in
                    salt.withBytes { message.copyMemory(from: $0) }
                    message.storeBytes(
                        of: UInt32(block + 1).bigEndian, toByteOffset: message.count - 4, as: UInt32.self)
                }
                scratch.withMutableBytes { scratch in
                    round.withMutableBytes { round in
                        message.withBytes { keyed.authenticate($0, into: round, scratch: scratch) }
                        sum.copyMemory(from: UnsafeRawBufferPointer(round))
                        for _ in 1..<rounds {
                            keyed.authenticate(UnsafeRawBufferPointer(round), into: round, scratch: scratch)
                            for index in 0..<length { sum[index] ^= round[index] }
                        }
                    }
                }
            }
        }
        return try whole.prefix(wanted)
    }
}

/// An HMAC-SHA256 state that has absorbed its key, in guarded memory, so that many messages process the key only once.
private struct KeyedState256: ~Copyable {
    private typealias State = crypto_auth_hmacsha256_state
    // A multiple of the alignment, so that the guarded allocation, which ends at a page boundary, begins aligned.
    static let size = MemoryLayout<State>.stride
    private let keyed: SecretBytes

    init(key: UnsafeRawBufferPointer) throws(SodiumError) {
        keyed = try SecretBytes(count: Self.size) { (buffer) throws(SodiumError) in
            crypto_auth_hmacsha256_init(Self.state(in: buffer), key.octets, key.count)
        }
    }

    /// Writes the 32-byte authenticator of `message`; the two buffers may be the same.
    borrowing func authenticate(
        _ message: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer,
        scratch: UnsafeMutableRawBufferPointer
    ) {
        precondition(output.count == HMACSHA256.length, "the buffer has room for the authenticator")
        keyed.withBytes { scratch.copyMemory(from: $0) }
        let state = Self.state(in: scratch)
        crypto_auth_hmacsha256_update(state, message.octets, UInt64(message.count))
        crypto_auth_hmacsha256_final(state, output.octets)
    }

    private static func state(in buffer: UnsafeMutableRawBufferPointer) -> UnsafeMutablePointer<State> {
        UnsafeMutableRawPointer(buffer.octets).assumingMemoryBound(to: State.self)
    }
}
