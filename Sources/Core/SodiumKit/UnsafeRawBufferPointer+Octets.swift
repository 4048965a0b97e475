// SPDX-License-Identifier: Apache-2.0

/// A place to point at when there is nothing: C takes no null pointer, not even with a length of zero.
// Safe: never read and never written.
nonisolated(unsafe) private let nowhere = UnsafeMutablePointer<UInt8>.allocate(capacity: 1)

extension UnsafeRawBufferPointer {
    /// The first byte, as C wants it.
    var octets: UnsafePointer<UInt8> {
        baseAddress?.assumingMemoryBound(to: UInt8.self) ?? UnsafePointer(nowhere)
    }
}

extension UnsafeMutableRawBufferPointer {
    /// The first byte, as C wants it.
    var octets: UnsafeMutablePointer<UInt8> {
        baseAddress?.assumingMemoryBound(to: UInt8.self) ?? nowhere
    }
}
