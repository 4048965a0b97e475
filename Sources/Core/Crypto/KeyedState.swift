// SPDX-License-Identifier: Apache-2.0

import CSodium

/// An HMAC-SHA512 state that has absorbed its key, in guarded memory, so that many messages process the key only once.
struct KeyedState: ~Copyable {
    private typealias State = crypto_auth_hmacsha512_state
    // A multiple of the alignment, so that the guarded allocation, which ends at a page boundary, begins aligned.
    private static let size = MemoryLayout<State>.stride
    private let keyed: SecretBytes

    init(key: UnsafeRawBufferPointer) throws(SodiumError) {
        keyed = try SecretBytes(count: Self.size) { (buffer) throws(SodiumError) in
            crypto_auth_hmacsha512_init(Self.state(in: buffer), key.octets, key.count)
        }
    }

    /// Writes the 64-byte authenticator of `message`; the two buffers may be the same.
    borrowing func authenticate(_ message: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer)
        throws(SodiumError)
    {
        var scratch = try SecretBytes(count: Self.size)
        scratch.withMutableBytes { authenticate(message, into: output, scratch: $0) }
    }

    /// Replaces `value` with its authenticator `rounds` times, and xors every result into `sum`.
    borrowing func iterate(
        _ value: UnsafeMutableRawBufferPointer, rounds: Int, mixingInto sum: UnsafeMutableRawBufferPointer
    ) throws(SodiumError) {
        var scratch = try SecretBytes(count: Self.size)
        scratch.withMutableBytes { scratch in
            for _ in 0..<rounds {
                authenticate(UnsafeRawBufferPointer(value), into: value, scratch: scratch)
                for index in 0..<HMACSHA512.length { sum[index] ^= value[index] }
            }
        }
    }

    private borrowing func authenticate(
        _ message: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer,
        scratch: UnsafeMutableRawBufferPointer
    ) {
        precondition(output.count == HMACSHA512.length, "the buffer has room for the authenticator")
        keyed.withBytes { scratch.copyMemory(from: $0) }
        let state = Self.state(in: scratch)
        crypto_auth_hmacsha512_update(
            state, message.octets, UInt64(message.count))
        crypto_auth_hmacsha512_final(state, output.octets)
    }

    private static func state(in buffer: UnsafeMutableRawBufferPointer) -> UnsafeMutablePointer<State> {
        UnsafeMutableRawPointer(buffer.octets).assumingMemoryBound(to: State.self)
    }
}
