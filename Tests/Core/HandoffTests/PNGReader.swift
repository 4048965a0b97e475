// SPDX-License-Identifier: Apache-2.0

/// A reader for PNG files with 1-bit pixels in stored deflate blocks; it verifies every length and checksum.
/// It computes checksums bit by bit, without the code under test.
struct PNGReader {
    struct Wrong: Error { let what: String }

    let width: Int
    let height: Int
    private(set) var blocks = 0
    private var rows: [UInt8] = []

    init(_ file: [UInt8]) throws {
        try Self.check(file.starts(with: [0x89] + Array("PNG\r\n".utf8) + [0x1a, 0x0a]), "signature")
        var chunks: [(String, [UInt8])] = []
        var rest = file[8...]
        while !rest.isEmpty {
            let length = Self.number(rest.prefix(4))
            let body = Array(rest.dropFirst(4).prefix(4 + length))
            try Self.check(body.count == 4 + length, "length of a chunk")
            try Self.check(Self.crc(body) == Self.number(rest.dropFirst(8 + length).prefix(4)), "CRC")
            chunks.append((String(decoding: body[..<4], as: UTF8.self), Array(body[4...])))
            rest = rest.dropFirst(12 + length)
        }
        try Self.check(chunks.map(\.0) == ["IHDR", "IDAT", "IEND"], "chunks")
        let header = chunks[0].1
        width = Self.number(header[0..<4])
        height = Self.number(header[4..<8])
        try Self.check(Array(header[8...]) == [1, 0, 0, 0, 0], "header")
        try inflate(chunks[1].1)
        try Self.check(rows.count == height * rowLength, "length of the pixels")
        for row in 0..<height { try Self.check(rows[row * rowLength] == 0, "filter") }
    }

    private var rowLength: Int { 1 + (width + 7) / 8 }

    func isWhite(_ row: Int, _ column: Int) -> Bool {
        rows[row * rowLength + 1 + column / 8] >> UInt8(7 - column % 8) & 1 == 1
    }

    private mutating func inflate(_ stream: [UInt8]) throws {
        try Self.check((Int(stream[0]) << 8 | Int(stream[1])) % 31 == 0 && stream[0] == 0x78, "zlib header")
        var rest = stream[2...]
        var isLast = false
        while !isLast {
            isLast = rest.first == 1
            let sizes = Array(rest.dropFirst().prefix(4))
            let length = Int(sizes[0]) | Int(sizes[1]) << 8
            try Self.check(length ^ 0xffff == Int(sizes[2]) | Int(sizes[3]) << 8, "length of a block")
            rows += rest.dropFirst(5).prefix(length)
            rest = rest.dropFirst(5 + length)
            blocks += 1
        }
        var (low, high) = (1, 0)
        for byte in rows {
            low = (low + Int(byte)) % 65_521
            high = (high + low) % 65_521
        }
        try Self.check(Self.number(rest) == high << 16 | low && rest.count == 4, "Adler-32")
    }

    private static func number(_ bytes: some Sequence<UInt8>) -> Int { bytes.reduce(0) { $0 << 8 | Int($1) } }

    private static func crc(_ bytes: [UInt8]) -> Int {
        var remainder: UInt32 = .max
        for byte in bytes {
            remainder ^= UInt32(byte)
            for _ in 0..<8 { remainder = remainder & 1 == 1 ? remainder >> 1 ^ 0xedb8_8320 : remainder >> 1 }
        }
        return Int(~remainder)
    }

    private static func check(_ isRight: Bool, _ what: String) throws {
        if !isRight { throw Wrong(what: what) }
    }
}
