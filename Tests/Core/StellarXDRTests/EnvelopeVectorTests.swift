// SPDX-License-Identifier: Apache-2.0

import Codec
import StellarXDR
import TestSupport
import Testing

struct EnvelopeVectorTests {
    @Test func `every envelope of the vectors decodes and encodes to the same bytes`() throws {
        let rows = try Vectors.lines("envelopes.jsonl")
        #expect(rows.count > 200)
        for row in rows {
            let bytes = try Base64.decode(try row.string("xdr"))
            #expect(try TransactionEnvelope(xdr: bytes).xdr == bytes)
        }
    }

    @Test func `the layout walk of every envelope closes every node that it opens`() throws {
        for row in try Vectors.lines("envelopes.jsonl") {
            var counter = LeafCounter()
            try TransactionEnvelope(xdr: try Base64.decode(try row.string("xdr"))).walk(&counter)
            #expect(counter.leaves > 5 && counter.open == 0)
        }
    }

    /// The rows with correct base64; the others test the text, not the XDR.
    static func malformed() throws -> [NamedVector] {
        try Vectors.named("malformed.jsonl").filter { try $0.row.string("category") != "base64" }
    }

    @Test(arguments: try malformed()) func `rejects a malformed envelope`(vector: NamedVector) throws {
        let bytes = try Base64.decode(try vector.row.string("xdr"))
        #expect(throws: XDRError.self) { try TransactionEnvelope(xdr: bytes) }
    }

    @Test func `has over 250 malformed envelopes with unique names`() throws {
        let vectors = try Self.malformed()
        #expect(vectors.count > 250)
        #expect(Set(vectors.map(\.name)).count == vectors.count)
    }

    @Test func `rejects every truncation of an envelope`() throws {
        for row in try Vectors.lines("envelopes.jsonl").prefix(40) {
            let bytes = try Base64.decode(try row.string("xdr"))
            for count in 0..<bytes.count {
                #expect(throws: XDRError.self) { try TransactionEnvelope(xdr: Array(bytes[..<count])) }
            }
        }
    }

    @Test func `an envelope with a changed byte is rejected or re-encodes to the changed bytes`() throws {
        for row in try Vectors.lines("envelopes.jsonl").prefix(60) {
            let bytes = try Base64.decode(try row.string("xdr"))
            for index in bytes.indices {
                for change: UInt8 in [1, 0x80, 0xff] {
                    var changed = bytes
                    changed[index] ^= change
                    guard let value = try? TransactionEnvelope(xdr: changed) else { continue }
                    #expect(value.xdr == changed)
                }
            }
        }
    }
}

/// Counts the leaves of a walk and its open nodes.
private struct LeafCounter: XDRVisitor {
    var leaves = 0
    var open = 0

    func wants(_ type: any XDRCodable.Type) -> Bool { false }
    mutating func take(_ value: any XDRCodable) {}
    mutating func begin(structure name: StaticString) { open += 1 }
    mutating func field(_ name: StaticString) {}
    mutating func end() { open -= 1 }
    mutating func begin(array count: Int) { open += 1 }
    mutating func element(_ index: Int) {}
    mutating func begin(union: XDRLayout.Union, value: Int32) {
        open += 1
        leaves += 1
    }
    mutating func absent() { leaves += 1 }
    mutating func present() {}
    mutating func integer(_ value: Int64, bits: Int, alias: StaticString?) { leaves += 1 }
    mutating func unsigned(_ value: UInt64, bits: Int, alias: StaticString?) { leaves += 1 }
    mutating func boolean(_ value: Bool) { leaves += 1 }
    mutating func member(_ value: Int32, of enumeration: XDRLayout.Enumeration) { leaves += 1 }
    mutating func opaque(_ bytes: [UInt8], alias: StaticString?) { leaves += 1 }
    mutating func string(_ bytes: [UInt8], alias: StaticString?) { leaves += 1 }
}
