// SPDX-License-Identifier: Apache-2.0

import CSodium

/// A source of unpredictable bytes; a parameter wherever some are needed, so that tests can repeat a run.
package protocol Randomness {
    /// Overwrites the whole buffer.
    func fill(_ buffer: UnsafeMutableRawBufferPointer)
}

extension Randomness {
    /// `count` public random bytes, for salts, nonces and identifiers.
    package func bytes(_ count: Int) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            fill(UnsafeMutableRawBufferPointer(start: buffer.baseAddress, count: count))
            filled = count
        }
    }

    /// `count` secret random bytes, never outside guarded memory.
    package func secret(_ count: Int) throws(SodiumError) -> SecretBytes {
        try SecretBytes(count: count) { (buffer) throws(SodiumError) in fill(buffer) }
    }
}

/// The operating system's random source, through `randombytes_buf`; the only one outside tests.
package struct SystemRandomness: Randomness, Sendable {
    package init() {}

    package func fill(_ buffer: UnsafeMutableRawBufferPointer) {
        guard let base = buffer.baseAddress else { return }
        randombytes_buf(base, buffer.count)
    }
}
