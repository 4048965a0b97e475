// SPDX-License-Identifier: Apache-2.0

/// The address of an empty buffer: the C functions take no null pointer, not even with a length of zero.
// Safe: never read and never written.
nonisolated(unsafe) private let nowhere = UnsafeMutablePointer<UInt8>.allocate(capacity: 1)

extension UnsafeRawBufferPointer {
    /// The address of the first byte, for C functions.
    var octets: UnsafePointer<UInt8> {
        baseAddress?.assumingMemoryBound(to: UInt8.self) ?? UnsafePointer(nowhere)
    }
}

extension UnsafeMutableRawBufferPointer {
    /// The address of the first byte, for C functions.
    var octets: UnsafeMutablePointer<UInt8> {
        baseAddress?.assumingMemoryBound(to: UInt8.self) ?? nowhere
    }
}
