// SPDX-License-Identifier: Apache-2.0

/// Collects the XDR bytes of values; total, since a value that cannot be written cannot be built.
package struct XDRWriter: ~Copyable {
    private var memory: UnsafeMutableRawPointer
    private var capacity: Int
    /// Bytes written so far.
    package var count: Int { length }
    private var length = 0

    package init(capacity: Int = 512) {
        self.capacity = max(capacity, 64)
        memory = UnsafeMutableRawPointer.allocate(byteCount: self.capacity, alignment: 8)
    }

    deinit { memory.deallocate() }

    /// The bytes written.
    package consuming func finish() -> [UInt8] {
        let count = count
        let memory = memory
        return [UInt8](unsafeUninitializedCapacity: count) { target, initialised in
            if let start = target.baseAddress {
                UnsafeMutableRawPointer(start).copyMemory(from: memory, byteCount: count)
            }
            initialised = count
        }
    }

    /// Runs `body` on the bytes written so far, without a copy; used to hash.
    package borrowing func withBytes<R>(_ body: (UnsafeRawBufferPointer) -> R) -> R {
        body(UnsafeRawBufferPointer(start: memory, count: count))
    }

    @inline(__always)
    private mutating func reserve(_ more: Int) {
        if capacity - length < more { grow(more) }
    }

    @inline(never)
    private mutating func grow(_ more: Int) {
        let larger = max(capacity * 2, length + more)
        let moved = UnsafeMutableRawPointer.allocate(byteCount: larger, alignment: 8)
        moved.copyMemory(from: memory, byteCount: length)
        memory.deallocate()
        memory = moved
        capacity = larger
    }

    package mutating func write(_ word: UInt32) {
        reserve(4)
        (memory + length).storeBytes(of: word.bigEndian, as: UInt32.self)
        length += 4
    }

    package mutating func write(_ word: UInt64) {
        reserve(8)
        (memory + length).storeBytes(of: word.bigEndian, as: UInt64.self)
        length += 8
    }

    /// Raw bytes and zero padding up to the four-byte boundary.
    package mutating func writeRaw(_ bytes: UnsafeRawBufferPointer) {
        let padded = (bytes.count + 3) & ~3
        guard padded > 0, let start = bytes.baseAddress else { return }
        reserve(padded)
        (memory + length + padded - 4).storeBytes(of: 0, as: UInt32.self)
        (memory + length).copyMemory(from: start, byteCount: bytes.count)
        length += padded
    }
}
