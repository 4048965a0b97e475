// SPDX-License-Identifier: Apache-2.0

import Crypto

/// Compatibility decomposition (NFKD) of a secret text, entirely in guarded memory.
///
/// - Source: Unicode Standard Annex 15; section 3.12 of the standard for Hangul.
enum NFKD {
    /// - Parameter text: UTF-8.
    /// - Throws: `.notText` if the bytes are not valid UTF-8, `.sodium`.
    static func normalise(_ text: UnsafeRawBufferPointer) throws(SecretError) -> SecretBytes {
        // A code point decomposes into at most 18 others, and has at least one byte.
        var points = try guarded { () throws(SodiumError) in
            try SecretBytes(count: max(1, text.count) * 18 * MemoryLayout<UInt32>.stride)
        }
        let count = try points.withMutableBytes { (buffer) throws(SecretError) in
            let points = buffer.bindMemory(to: UInt32.self)
            var count = 0
            try decode(text) { point in append(point, to: points, &count) }
            order(points, count)
            return count
        }
        var bytes = try guarded { () throws(SodiumError) in try SecretBytes(count: count * 4) }
        let length = points.withBytes { points in
            bytes.withMutableBytes { encode(points.bindMemory(to: UInt32.self), count, into: $0) }
        }
        return try guarded { () throws(SodiumError) in try bytes.prefix(length) }
    }

    private static func decode(_ text: UnsafeRawBufferPointer, _ body: (UInt32) -> Void) throws(SecretError) {
        var decoder = UTF8()
        var bytes = text.makeIterator()
        while true {
            switch decoder.decode(&bytes) {
            case .scalarValue(let scalar): body(scalar.value)
            case .emptyInput: return
            case .error: throw .notText
            }
        }
    }

    private static func append(_ point: UInt32, to points: UnsafeMutableBufferPointer<UInt32>, _ count: inout Int) {
        if appendHangul(point, to: points, &count) { return }
        guard let cell = find(point, in: NFKDTable.cells, width: 12) else {
            points[count] = point
            count += 1
            return
        }
        let start = Int(digits(NFKDTable.cells, at: cell + 5, 5))
        for index in start..<start + Int(digits(NFKDTable.cells, at: cell + 10, 2)) {
            points[count] = digits(NFKDTable.parts, at: index * 5, 5)
            count += 1
        }
    }

    /// Appends the two or three letters of a Hangul syllable, computed arithmetically.
    private static func appendHangul(
        _ point: UInt32, to points: UnsafeMutableBufferPointer<UInt32>, _ count: inout Int
    ) -> Bool {
        guard (0xac00..<0xd7a4).contains(point) else { return false }
        let index = point - 0xac00
        points[count] = 0x1100 + index / 588
        points[count + 1] = 0x1161 + index % 588 / 28
        count += 2
        if index % 28 > 0 {
            points[count] = 0x11a7 + index % 28
            count += 1
        }
        return true
    }

    /// Sorts the combining marks of each base letter by class; marks of the same class keep their order.
    private static func order(_ points: UnsafeMutableBufferPointer<UInt32>, _ count: Int) {
        for index in 0..<count {
            let point = points[index]
            let rank = combiningClass(point)
            guard rank > 0 else { continue }
            var place = index
            while place > 0, combiningClass(points[place - 1]) > rank {
                points[place] = points[place - 1]
                place -= 1
            }
            points[place] = point
        }
    }

    private static func combiningClass(_ point: UInt32) -> UInt32 {
        guard point >= 0x300, let cell = find(point, in: NFKDTable.classes, width: 7) else { return 0 }
        return digits(NFKDTable.classes, at: cell + 5, 2)
    }

    private static func encode(
        _ points: UnsafeBufferPointer<UInt32>, _ count: Int, into bytes: UnsafeMutableRawBufferPointer
    ) -> Int {
        var length = 0
        for point in points[..<count] {
            guard let scalar = Unicode.Scalar(point) else { preconditionFailure("the tables have scalars only") }
            for byte in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter {
                bytes[length] = byte
                length += 1
            }
        }
        return length
    }

    /// The offset of the cell of a code point, whose first five digits are the code point.
    private static func find(_ point: UInt32, in table: StaticString, width: Int) -> Int? {
        var (low, high) = (0, table.utf8CodeUnitCount / width)
        while low < high {
            let middle = (low + high) / 2
            let found = digits(table, at: middle * width, 5)
            if found == point { return middle * width }
            if found < point { low = middle + 1 } else { high = middle }
        }
        return nil
    }

    private static func digits(_ table: StaticString, at start: Int, _ count: Int) -> UInt32 {
        (start..<start + count).reduce(0) { value, index in
            let digit = UInt32(table.utf8Start[index])
            return value << 4 | (digit < 0x40 ? digit - 0x30 : digit - 0x57)
        }
    }
}
