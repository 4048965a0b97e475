// SPDX-License-Identifier: Apache-2.0

import Codec
import LedgerXDR
import Stellar
import StellarXDR
import TestSupport
import Testing

struct ResultCodesTests {
    @Test func `names the codes of every result vector as Horizon does, and encodes it as it was`() throws {
        let rows = try VectorFiles.sharedLines("results.jsonl")
        #expect(rows.count == 237)
        for row in rows {
            let bytes = try Base64.decode(try row.string("xdr"))
            let result = try TransactionResult(xdr: bytes)
            #expect(result.xdr == bytes)
            let expected = try row.object("result_codes")
            let codes = ResultCodes(result)
            let name = Comment(rawValue: try row.string("name"))
            #expect(try codes.transaction.rawValue == expected.string("transaction"), name)
            #expect(try codes.innerTransaction?.rawValue == expected.optionalString("inner_transaction"), name)
            #expect(
                codes.operations.map(\.rawValue) == (expected["operations"]?.asArray ?? []).map { $0.asString ?? "" },
                name)
            #expect(try String(result.feeCharged) == row.string("fee_charged"), name)
        }
    }
}
