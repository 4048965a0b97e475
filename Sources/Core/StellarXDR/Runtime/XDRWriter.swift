// SPDX-License-Identifier: Apache-2.0

/// Collects the XDR bytes of values; cannot fail, since a value that cannot be written cannot be constructed.
@usableFromInline package struct XDRWriter: ~Copyable {
    @usableFromInline var memory: UnsafeMutableRawPointer
    @usableFromInline var capacity: Int
    /// Bytes written so far.
    @inlinable package var count: Int { length }
    @usableFromInline var length = 0

    @inlinable package init(capacity: Int = 512) {
        self.capacity = max(capacity, 64)
        memory = UnsafeMutableRawPointer.allocate(byteCount: self.capacity, alignment: 8)
    }

    deinit { memory.deallocate() }

    /// The bytes written.
    @inlinable package consuming func finish() -> [UInt8] {
        let count = count
        let memory = memory
        return [UInt8](unsafeUninitializedCapacity: count) { target, initialised in
            if let start = target.baseAddress {
                UnsafeMutableRawPointer(start).copyMemory(from: memory, byteCount: count)
            }
            initialised = count
        }
    }

    /// Runs `body` on the bytes written so far, without a copy; used for hashing.
    @inlinable package borrowing func withBytes<R>(_ body: (UnsafeRawBufferPointer) -> R) -> R {
        body(UnsafeRawBufferPointer(start: memory, count: count))
    }

    @inlinable mutating func reserve(_ more: Int) {
        if capacity - length < more { grow(more) }
    }

    @usableFromInline mutating func grow(_ more: Int) {
        let larger = max(capacity * 2, length + more)
        let moved = UnsafeMutableRawPointer.allocate(byteCount: larger, alignment: 8)
        moved.copyMemory(from: memory, byteCount: length)
        memory.deallocate()
        memory = moved
        capacity = larger
    }

    @inlinable package mutating func write(_ word: UInt32) {
        reserve(4)
        (memory + length).storeBytes(of: word.bigEndian, as: UInt32.self)
        length += 4
    }

    @inlinable package mutating func write(_ word: UInt64) {
        reserve(8)
        (memory + length).storeBytes(of: word.bigEndian, as: UInt64.self)
        length += 8
    }

    /// Raw bytes and zero padding up to the four-byte boundary.
    @inlinable package mutating func writeRaw(_ bytes: UnsafeRawBufferPointer) {
        let padded = (bytes.count + 3) & ~3
        guard padded > 0, let start = bytes.baseAddress else { return }
        reserve(padded)
        (memory + length + padded - 4).storeBytes(of: 0, as: UInt32.self)
        (memory + length).copyMemory(from: start, byteCount: bytes.count)
        length += padded
    }

    /// Writes the first `count` bytes (at most 32) of words in memory order, and zero padding, which the words must
    /// contain.
    @inlinable package mutating func write(words: (UInt64, UInt64, UInt64, UInt64), count: Int) {
        reserve(32)
        let start = memory + length
        start.storeBytes(of: words.0, toByteOffset: 0, as: UInt64.self)
        start.storeBytes(of: words.1, toByteOffset: 8, as: UInt64.self)
        start.storeBytes(of: words.2, toByteOffset: 16, as: UInt64.self)
        start.storeBytes(of: words.3, toByteOffset: 24, as: UInt64.self)
        length += (count + 3) & ~3
    }

    /// Writes values one after another, in place.
    ///
    /// Allowing noncopyable elements keeps the compiler from copying each of them first, which costs more than writing
    /// it: an operation takes hundreds of bytes in memory.
    @inlinable package mutating func write<Element: XDREncodable & ~Copyable>(_ elements: UnsafeBufferPointer<Element>)
    {
        for index in elements.indices { elements[index].encode(into: &self) }
    }
}
