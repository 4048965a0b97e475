// SPDX-License-Identifier: Apache-2.0

import StellarXDR
import Testing

struct RuntimeTests {
    @Test func `integers are big-endian and keep their sign`() throws {
        #expect((-2 as Int32).xdr == [0xff, 0xff, 0xff, 0xfe])
        #expect((1 as UInt64).xdr == [0, 0, 0, 0, 0, 0, 0, 1])
        #expect(try Int64(xdr: Int64.min.xdr) == .min)
    }

    @Test func `opaque data is padded with zeros to four bytes`() throws {
        #expect(Opaque<9>([1, 2, 3, 4, 5])?.xdr == [0, 0, 0, 5, 1, 2, 3, 4, 5, 0, 0, 0])
        #expect(Opaque<9>().xdr == [0, 0, 0, 0])
    }

    @Test func `rejects non-zero padding with its offset`() {
        #expect(throws: XDRError.nonZeroPadding(offset: 6)) { try Opaque<9>(xdr: [0, 0, 0, 1, 7, 0, 1, 0]) }
    }

    @Test func `accepts only 0 and 1 as a boolean`() throws {
        #expect(try Bool(xdr: [0, 0, 0, 1]))
        #expect(throws: XDRError.badBoolean(offset: 0, value: 2)) { try Bool(xdr: [0, 0, 0, 2]) }
        #expect(throws: XDRError.badBoolean(offset: 0, value: 2)) { try Int32?(xdr: [0, 0, 0, 2, 0, 0, 0, 0]) }
    }

    @Test func `what is to be signed is rejected where its decoder accepts more than one encoding`() throws {
        #expect(try LaxFlag(xdr: [0, 0, 0, 2]) == LaxFlag(canonical: [0, 0, 0, 1]))
        #expect(throws: XDRError.notCanonical(offset: 3)) { try LaxFlag(canonical: [0, 0, 0, 2]) }
    }

    @Test func `rejects trailing bytes`() {
        #expect(throws: XDRError.trailingBytes(offset: 4, count: 1)) { try Int32(xdr: [0, 0, 0, 1, 0]) }
    }

    @Test func `rejects a length over the limit before reading its bytes`() {
        #expect(throws: XDRError.tooLong(offset: 0, count: 65, limit: 64)) { try Signature(xdr: [0, 0, 0, 65]) }
        #expect(throws: XDRError.tooLong(offset: 0, count: .max, limit: 28)) {
            try Opaque<28>(xdr: [0xff, 0xff, 0xff, 0xff])
        }
    }

    @Test func `rejects a count larger than the input`() {
        #expect(throws: XDRError.self) { try [SCVal](xdr: [0x7f, 0xff, 0xff, 0xff, 0, 0, 0, 1]) }
        #expect(throws: XDRError.self) { try SCBytes(xdr: [0x7f, 0xff, 0xff, 0xff]) }
    }

    @Test func `rejects an unknown enum value or union arm with its type and offset`() {
        #expect(throws: XDRError.unknownValue(type: "MemoType", offset: 0, value: 5)) { try MemoType(xdr: 5.xdr) }
        #expect(throws: XDRError.unknownValue(type: "Memo", offset: 0, value: -1)) { try Memo(xdr: (-1).xdr) }
    }

    @Test func `accepts nesting up to the limit and rejects deeper nesting`() throws {
        #expect(try SCVal(xdr: nested(50)).xdr == nested(50))
        #expect(throws: XDRError.tooDeep(offset: 2400)) { try SCVal(xdr: nested(600)) }
        #expect(throws: XDRError.self) { try SCVal(xdr: nested(200_000)) }
        let predicates = Array(repeating: [0, 0, 0, 3, 0, 0, 0, 1] as [UInt8], count: 200_000).flatMap { $0 }
        #expect(throws: XDRError.self) { try ClaimPredicate(xdr: predicates + [0, 0, 0, 0]) }
    }

    /// A vector in a vector in a vector, void at the bottom.
    private func nested(_ depth: Int) -> [UInt8] {
        let level: [UInt8] = [0, 0, 0, 16, 0, 0, 0, 1, 0, 0, 0, 1]
        return Array(repeating: level, count: depth).flatMap { $0 } + [0, 0, 0, 1]
    }

    @Test func `fixed opaque data compares, hashes and orders byte by byte`() throws {
        let low = try #require(FixedOpaque<12>([0] + Array(repeating: 255, count: 11)))
        let high = try #require(FixedOpaque<12>([1] + Array(repeating: 0, count: 11)))
        #expect(low < high && low != high && low == FixedOpaque<12>(low.bytes))
        #expect(high[0] == 1 && high.bytes.count == 12)
        var counts: [FixedOpaque<32>: Int] = [:]
        for number in 0..<200 as Range<UInt8> {
            let key = try #require(FixedOpaque<32>(Array(repeating: number, count: 32)))
            counts[key] = 1
            counts[key]? += 1
        }
        #expect(counts.count == 200 && counts.values.allSatisfy { $0 == 2 })
    }

    @Test func `values beyond a bound cannot be built`() {
        #expect(Opaque<4>([1, 2, 3, 4, 5]) == nil)
        #expect(FixedOpaque<4>([1, 2, 3]) == nil)
        #expect(BoundedArray<Int32, 1>([1, 2]) == nil)
    }
}

extension Int {
    fileprivate var xdr: [UInt8] { Int32(self).xdr }
}

/// A flag whose decoder takes any word but 0 for true.
private struct LaxFlag: XDRCodable {
    let isSet: Bool

    static func decode(from reader: inout XDRReader) throws(XDRError) -> Self {
        Self(isSet: try reader.readWord() != 0)
    }
    func encode(into writer: inout XDRWriter) { isSet.encode(into: &writer) }
    static var layout: XDRLayout { .bool }
}
