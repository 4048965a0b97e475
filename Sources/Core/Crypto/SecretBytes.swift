// SPDX-License-Identifier: Apache-2.0

import CSodium

/// Bytes that must not leak: in guarded, locked pages of their own, wiped when the value is destroyed.
///
/// The pages are read-only except while they are being filled. A value cannot be copied by accident, printed, encoded
/// or compared with `==`; its bytes are accessible only inside a closure.
/// - Source: libsodium "Secure memory".
package struct SecretBytes: ~Copyable, @unchecked Sendable {
    // Sendable: the pages have one owner, and writing needs exclusive access to it (`mutating`).
    private let base: UnsafeMutableRawPointer
    /// The number of bytes.
    package let count: Int

    /// `count` zero bytes.
    ///
    /// - Throws: `.outOfMemory`; the system may also limit how much memory one process may map.
    package init(count: Int) throws(SodiumError) {
        try self.init(count: count) { _ in }
    }

    /// `count` zero bytes, which `fill` may overwrite.
    ///
    /// - Throws: `.outOfMemory`, or what `fill` throws.
    package init(count: Int, filling fill: (UnsafeMutableRawBufferPointer) throws(SodiumError) -> Void)
        throws(SodiumError)
    {
        precondition(count >= 0, "a length is not negative")
        try Sodium.initialise()
        guard let base = sodium_malloc(count) else { throw .outOfMemory(bytes: UInt64(count)) }
        sodium_memzero(base, count)
        do throws(SodiumError) {
            try fill(UnsafeMutableRawBufferPointer(start: base, count: count))
        } catch {
            sodium_free(base)
            throw error
        }
        sodium_mprotect_readonly(base)
        self.base = base
        self.count = count
    }

    /// A copy of bytes that the caller owns and wipes.
    package init(copying bytes: UnsafeRawBufferPointer) throws(SodiumError) {
        try self.init(count: bytes.count) { (own) throws(SodiumError) in own.copyMemory(from: bytes) }
    }

    deinit { sodium_free(base) }

    /// Lets `body` read the bytes; the pointer is valid only inside the closure.
    package borrowing func withBytes<R: ~Copyable, E: Error>(_ body: (UnsafeRawBufferPointer) throws(E) -> R)
        throws(E) -> R
    {
        try body(UnsafeRawBufferPointer(start: base, count: count))
    }

    /// Lets `body` change the bytes; the pointer is valid only inside the closure.
    package mutating func withMutableBytes<R: ~Copyable, E: Error>(
        _ body: (UnsafeMutableRawBufferPointer) throws(E) -> R
    ) throws(E) -> R {
        sodium_mprotect_readwrite(base)
        defer { sodium_mprotect_readonly(base) }
        return try body(UnsafeMutableRawBufferPointer(start: base, count: count))
    }

    /// A second secret with the same bytes.
    package borrowing func copy() throws(SodiumError) -> SecretBytes {
        try prefix(count)
    }

    /// A new secret with the first `length` bytes, at most `count`.
    package borrowing func prefix(_ length: Int) throws(SodiumError) -> SecretBytes {
        precondition(length >= 0 && length <= count, "a prefix is not longer than the whole")
        return try withBytes { (bytes) throws(SodiumError) in
            try SecretBytes(copying: UnsafeRawBufferPointer(rebasing: bytes[..<length]))
        }
    }

    /// Whether both hold the same bytes, in a time that depends only on the lengths.
    package borrowing func equals(_ other: borrowing SecretBytes) -> Bool {
        count == other.count && sodium_memcmp(base, other.base, count) == 0
    }
}

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
