// SPDX-License-Identifier: Apache-2.0

extension String {
    /// Whether every byte of the text in UTF-8 meets a condition. A loop over `utf8` asks for each byte where the text
    /// stores it; this asks once.
    @inlinable
    package func allBytes(_ isSound: (UInt8) -> Bool) -> Bool {
        utf8.withContiguousStorageIfAvailable { $0.allSatisfy(isSound) } ?? utf8.allSatisfy(isSound)
    }

    /// Whether the text in UTF-8 contains a byte.
    @inlinable
    package func hasByte(_ byte: UInt8) -> Bool { !allBytes { $0 != byte } }
}
