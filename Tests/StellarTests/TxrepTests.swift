// SPDX-License-Identifier: Apache-2.0

import Stellar
import StellarXDR
import Testing
import TextCodec
import XDR

struct TxrepTests {
    private static func read(_ text: String) throws -> [UInt8] { try Txrep.envelope(Array(text.utf8)).xdr }

    @Test func `reads every vector`() throws {
        let rows = try #require(JSON(parsing: Vectors.bytes("sep11.json")).asArray)
        #expect(rows.count > 100)
        for row in rows {
            let name = try row.string("name")
            do {
                #expect(try Self.read(try row.string("txrep")) == Base64.decode(try row.string("xdr")), "\(name)")
            } catch let error as FormatError {
                Issue.record("\(name): \(error.message)")
            }
        }
    }

    @Test func `every envelope comes back as the same bytes, through printable ASCII`() throws {
        for row in try Vectors.lines("envelopes.jsonl") {
            let bytes = try Base64.decode(try row.string("xdr"))
            let text = Txrep.text(of: try TransactionEnvelope(xdr: bytes), on: nil)
            #expect(text.hasPrefix("type: ENVELOPE_TYPE_TX"))
            #expect(text.utf8.allSatisfy { $0 == 10 || (0x20...0x7e).contains($0) })
            #expect(try Self.read(text) == bytes, "\(row["name"]?.asString ?? "")")
        }
    }
}
