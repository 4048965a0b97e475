// SPDX-License-Identifier: Apache-2.0

/// Where unpredictable bytes come from; a parameter wherever some are needed, so that tests can repeat a run.
package protocol Randomness {
    /// Overwrites the whole buffer.
    func fill(_ buffer: UnsafeMutableRawBufferPointer)
}

extension Randomness {
    /// So many public random bytes: salts, nonces, identifiers.
    package func bytes(_ count: Int) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            fill(UnsafeMutableRawBufferPointer(start: buffer.baseAddress, count: count))
            filled = count
        }
    }

    /// So many secret random bytes, never outside guarded memory.
    package func secret(_ count: Int) throws(SodiumError) -> SecretBytes {
        try SecretBytes(count: count) { (buffer) throws(SodiumError) in fill(buffer) }
    }
}
