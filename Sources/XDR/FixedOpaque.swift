// SPDX-License-Identifier: Apache-2.0

/// `opaque[size]`: exactly `size` bytes, kept in place without an allocation of their own.
package struct FixedOpaque<let size: Int>: XDRCodable {
    private var storage: InlineArray<size, UInt8>

    /// All zero.
    package init() { storage = InlineArray(repeating: 0) }

    /// Nil unless there are exactly `size` bytes.
    package init?(_ bytes: some Collection<UInt8>) {
        guard bytes.count == size else { return nil }
        self.init()
        var i = 0
        for byte in bytes {
            storage[i] = byte
            i += 1
        }
    }

    package init(from reader: inout XDRReader) throws(XDRError) {
        let raw = try reader.readRaw(size)
        self.init()
        withUnsafeMutableBytes(of: &storage) { $0.copyMemory(from: raw) }
    }

    package func encode(into writer: inout XDRWriter) {
        withUnsafeBytes(of: storage) { writer.writeRaw($0) }
    }

    package static var layout: XDRLayout { .fixedOpaque(size: size) }

    /// The bytes as an array.
    package var bytes: [UInt8] { withUnsafeBytes(of: storage) { [UInt8]($0) } }

    package subscript(_ index: Int) -> UInt8 { storage[index] }

    /// Runs `body` on the bytes in place.
    package func withBytes<R, E: Error>(_ body: (UnsafeRawBufferPointer) throws(E) -> R) throws(E) -> R {
        let copy = storage
        var result: Result<R, E>?
        withUnsafeBytes(of: copy) { raw in
            do throws(E) { result = .success(try body(raw)) } catch { result = .failure(error) }
        }
        guard let result else { preconditionFailure("withUnsafeBytes calls its body") }
        return try result.get()
    }

    package static func == (a: Self, b: Self) -> Bool {
        for i in 0..<size where a.storage[i] != b.storage[i] { return false }
        return true
    }

    package func hash(into hasher: inout Hasher) {
        withUnsafeBytes(of: storage) { hasher.combine(bytes: $0) }
    }
}

extension FixedOpaque: Comparable {
    /// Byte by byte, as the network orders asset codes and issuers.
    package static func < (a: Self, b: Self) -> Bool {
        for i in 0..<size where a.storage[i] != b.storage[i] { return a.storage[i] < b.storage[i] }
        return false
    }
}
