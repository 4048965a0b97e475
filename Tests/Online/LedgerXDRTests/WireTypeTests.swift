// SPDX-License-Identifier: Apache-2.0

import Codec
import LedgerXDR
import Stellar
import StellarXDR
import Testing

/// A type of the module, shown by its name in a failure.
struct NamedType: Sendable, CustomTestStringConvertible {
    let type: WireType

    var testDescription: String { type.name }

    static let all = WireType.ledgerXDR.map(NamedType.init)

    /// Random values; the same in every run.
    func samples(_ count: Int) -> [[UInt8]] {
        (0..<count).map { seed in
            var random = RandomXDR(seed: UInt64(seed) + 1)
            return random.value(type.layout)
        }
    }
}

struct WireTypeTests {
    @Test func `every type is found by its name, in any case, and only in its own list`() throws {
        for type in WireType.ledgerXDR {
            #expect(WireType(named: type.name.uppercased(), in: WireType.ledgerXDR)?.name == type.name)
            #expect(WireType(named: type.name) == nil)
        }
        #expect(Set(WireType.ledgerXDR.map(\.name)).count == WireType.ledgerXDR.count)
    }

    @Test(arguments: NamedType.all) func `random values of every type survive bytes and JSON`(named: NamedType) throws {
        for bytes in named.samples(12) {
            #expect(try named.type.type.init(xdr: bytes).xdr == bytes)
            let text = try XDRJSON.text(bytes, named.type)
            let json = try JSON(parsing: Array(text.utf8), maximumDepth: XDRJSON.maximumDepth)
            #expect(try XDRJSON.bytes(json, named.type) == bytes, "\(text)")
        }
    }

    @Test(arguments: NamedType.all) func `rejects truncated and trailing bytes of every type`(named: NamedType) throws {
        for bytes in named.samples(4) {
            let cuts =
                bytes.count <= 400
                ? Array(bytes.indices) : Array(stride(from: 0, to: bytes.count, by: bytes.count / 200))
            let accepted = cuts.filter { (try? named.type.type.init(xdr: Array(bytes[..<$0]))) != nil }
            #expect(accepted.isEmpty)
            #expect(throws: XDRError.trailingBytes(offset: bytes.count, count: 4)) {
                try named.type.type.init(xdr: bytes + [0, 0, 0, 0])
            }
        }
    }

    /// The unions and enums, whose first word is the discriminant.
    @Test(arguments: NamedType.all) func `rejects an unknown discriminant`(named: NamedType) throws {
        let known: [Int32]
        switch named.type.type.layout {
        case .union(let union): known = union.arms.map(\.value)
        case .enumeration(let enumeration): known = enumeration.members.map(\.value)
        default: return
        }
        let bytes = try #require(named.samples(1).first)
        for value in [-1, 0, 1, 2, 3, 4, 5, 23, 256, Int32.max, .min] where !known.contains(value) {
            let word = UInt32(bitPattern: value)
            let changed = (0..<4).map { UInt8(truncatingIfNeeded: word >> (24 - 8 * $0)) } + bytes.dropFirst(4)
            let error = #expect(throws: XDRError.self) { try named.type.type.init(xdr: changed) }
            guard case .unknownValue(_, 0, value)? = error else {
                Issue.record("\(value): \(String(describing: error))")
                continue
            }
        }
    }
}
