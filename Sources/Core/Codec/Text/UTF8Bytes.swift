// SPDX-License-Identifier: Apache-2.0

extension String {
    /// Whether every byte of the text's UTF-8 meets a condition. Faster than iterating over `utf8`, which looks up the
    /// text's storage for each byte.
    @inlinable
    package func allBytes(_ isSound: (UInt8) -> Bool) -> Bool {
        utf8.withContiguousStorageIfAvailable { $0.allSatisfy(isSound) } ?? utf8.allSatisfy(isSound)
    }

    /// Whether the text's UTF-8 contains a byte.
    @inlinable
    package func hasByte(_ byte: UInt8) -> Bool { !allBytes { $0 != byte } }
}
