// SPDX-License-Identifier: Apache-2.0

/// Reads a module's bytes up to an end that no part may reach beyond.
struct WasmReader {
    private let bytes: ArraySlice<UInt8>
    private(set) var offset: Int

    init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
        offset = bytes.startIndex
    }

    var isAtEnd: Bool { offset == bytes.endIndex }

    /// What is left.
    var rest: ArraySlice<UInt8> { bytes[offset...] }

    mutating func byte() throws(ContractError) -> UInt8 {
        guard offset < bytes.endIndex else { throw .module(offset: offset, .truncated) }
        defer { offset += 1 }
        return bytes[offset]
    }

    /// An unsigned number in LEB128, of at most 32 bits in at most five bytes.
    mutating func number() throws(ContractError) -> Int {
        let start = offset
        var value: UInt64 = 0
        for place in 0..<5 {
            let next = try byte()
            value |= UInt64(next & 0x7f) << (7 * UInt64(place))
            guard next & 0x80 != 0 else {
                guard let number = UInt32(exactly: value) else { throw .module(offset: start, .number) }
                return Int(number)
            }
        }
        throw .module(offset: start, .number)
    }

    /// As many bytes as the number before them says.
    mutating func counted() throws(ContractError) -> ArraySlice<UInt8> {
        let start = offset
        let count = try number()
        guard count <= bytes.endIndex - offset else { throw .module(offset: start, .truncated) }
        defer { offset += count }
        return bytes[offset..<offset + count]
    }
}
