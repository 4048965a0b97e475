// SPDX-License-Identifier: Apache-2.0

import Codec
import Crypto
import LedgerXDR
import Stellar
import StellarXDR
import Testing

/// What the vectors say of applied transactions, ledgers and events.
struct TransactionMetaTests {
    private struct Applied: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let result: String
        let meta: String
        let facts: JSON
    }

    /// Transactions that one contract call succeeded in: those of the SDK, and real ones.
    private static func calls() throws -> [Applied] {
        let made = try Vectors.cases("tx-meta").filter { try $0.bool("success") }.map {
            Applied(
                testDescription: try $0.string("name"), result: try $0.string("result_xdr"),
                meta: try $0.string("meta_xdr"),
                facts: $0)
        }
        let real =
            try Vectors.cases("real/rpc-answers", "transactions")
            + Vectors.cases("real/rpc-answers", "getTransaction").map {
                try $0.member("response").member("result").merging($0)
            }
        return made
            + (try real.filter { $0["facts"]?["success_hash"]?.asString != nil }.map {
                Applied(
                    testDescription: try $0.string("txHash"), result: try $0.string("resultXdr"),
                    meta: try $0.string("resultMetaXdr"), facts: try $0.member("facts"))
            })
    }

    /// The hash in the result of a contract call, also inside a fee bump.
    private static func successHash(_ result: TransactionResult) -> Hash? {
        let operations: [OperationResult]
        switch result.result {
        case .txSuccess(let own): operations = own
        case .txFeeBumpInnerSuccess(let pair):
            guard case .txSuccess(let inner) = pair.result.result else { return nil }
            operations = inner
        default: return nil
        }
        guard case .opInner(.invokeHostFunction(.success(let hash)))? = operations.first else { return nil }
        return hash
    }

    private static func outcome(_ meta: TransactionMeta) -> InvokeHostFunctionSuccessPreImage? {
        switch meta {
        case .v3(let meta):
            meta.sorobanMeta.map { InvokeHostFunctionSuccessPreImage(returnValue: $0.returnValue, events: $0.events) }
        case .v4(let meta):
            meta.sorobanMeta?.returnValue.map {
                InvokeHostFunctionSuccessPreImage(returnValue: $0, events: meta.operations.first?.events ?? [])
            }
        }
    }

    @Test func `the hash in a result is that of the return value and the events in the meta`() throws {
        let calls = try Self.calls()
        #expect(calls.count == 16)
        for call in calls {
            let meta = try TransactionMeta(xdr: try Base64.decode(call.meta))
            let preimage = try #require(Self.outcome(meta), "\(call.testDescription)")
            let hash = SHA256.hash(preimage.xdr)
            let result = try TransactionResult(xdr: try Base64.decode(call.result))
            #expect(Self.successHash(result)?.bytes == hash, "\(call.testDescription)")
            #expect(try Hex.encode(hash) == call.facts.string("success_hash"))
            #expect(try Base64.encode(preimage.returnValue.xdr) == call.facts.string("return_value_xdr"))
            #expect(
                try call.facts.optionalString("success_preimage_xdr").map { $0 == Base64.encode(preimage.xdr) } != false
            )
            switch (meta, try call.facts.integer("meta_version", as: Int.self)) {
            case (.v3, 3), (.v4, 4): break
            default: Issue.record("\(call.testDescription): another version of meta")
            }
            // One event less, another return value: another hash.
            var other = preimage
            other.events.append(contentsOf: preimage.events.prefix(1))
            if preimage.events.isEmpty { other.returnValue = .error(.contract(1)) }
            #expect(SHA256.hash(other.xdr) != hash)
        }
    }

    @Test func `a failed call has no hash, and its fee is charged`() throws {
        let failed = try Vectors.cases("tx-meta").filter { try !$0.bool("success") }
        #expect(failed.count == 5)
        for row in failed {
            let result = try TransactionResult(xdr: try Base64.decode(try row.string("result_xdr")))
            #expect(Self.successHash(result) == nil)
            #expect(try result.feeCharged == row.integer("fee_charged"))
            _ = try TransactionMeta(xdr: try Base64.decode(try row.string("meta_xdr")))
        }
    }

    @Test(arguments: [0, 1, 2, 5]) func `rejects other versions of meta`(version: UInt8) throws {
        let row = try #require(try Vectors.cases("tx-meta").first)
        var bytes = try Base64.decode(try row.string("meta_xdr"))
        bytes[3] = version
        #expect(throws: XDRError.unknownValue(type: "TransactionMeta", offset: 0, value: Int32(version))) {
            try TransactionMeta(xdr: bytes)
        }
    }

    @Test func `ledger headers have the sequence number, time and hash of the vectors`() throws {
        let rows = try Vectors.cases("tx-meta", "ledgers")
        #expect(rows.count == 3)
        for row in rows {
            let header = try LedgerHeader(xdr: try Base64.decode(try row.string("header_xdr")))
            #expect(try header.ledgerSeq == row.integer("sequence"))
            #expect(try header.scpValue.closeTime == row.integer("close_time"))
            #expect(header.xdr.count % 4 == 0 && header.skipList.xdr.count == 128)
            let hash = SHA256.hash(header.xdr)
            #expect(try Hex.encode(hash) == row.string("hash"))
            let entry = try LedgerHeaderHistoryEntry(xdr: try Base64.decode(try row.string("history_entry_xdr")))
            #expect(entry.hash.bytes == hash && entry.header == header)
            let close = try LedgerCloseMeta(xdr: try Base64.decode(try row.string("close_meta_xdr")))
            guard case .v2(let meta) = close else { throw NoValue() }
            #expect(meta.ledgerHeader == entry)
        }
    }

    @Test func `events of asset contracts have the topics and data of the vectors`() throws {
        let rows = try Vectors.cases("sac-events")
        #expect(rows.count == 10)
        let contract = try Vectors.json("sac-events").string("contract")
        for row in rows {
            let event = try ContractEvent(xdr: try Base64.decode(try row.string("event")))
            #expect(event.type == .contract)
            #expect(event.contractID.map { SCAddress.contract($0).address } == contract)
            guard case .v0(let body) = event.body else { throw NoValue() }
            let topics = try body.topics.map { try JSON(parsing: Array(XDRJSON.text(of: $0).utf8)) }
            #expect(try topics == row.array("topics"), "\(row["name"] ?? .null)")
            #expect(try JSON(parsing: Array(XDRJSON.text(of: body.data).utf8)) == row.member("data"))
        }
    }

    @Test func `the events of a transaction carry their stage`() throws {
        let stages = try Vectors.cases("tx-meta", "transaction_events").map { row in
            let event = try TransactionEvent(xdr: try Base64.decode(try row.string("xdr")))
            let name = try row.string("stage")
            #expect(try name.dropFirst("TRANSACTION_EVENT_STAGE_".count).lowercased() == stage(event))
            return event.stage
        }
        #expect(stages == [.beforeAllTxs, .afterTx, .afterAllTxs])
    }

    private func stage(_ event: TransactionEvent) throws -> String? {
        try JSON(parsing: Array(XDRJSON.text(of: event).utf8)).string("stage")
    }

    @Test func `authorization entries have the JSON of the vectors`() throws {
        for row in try Vectors.cases("auth-entries") {
            let bytes = try Base64.decode(try row.string("entry"))
            let text = try XDRJSON.text(bytes, try Vectors.type("SorobanAuthorizationEntry"))
            #expect(try JSON(parsing: Array(text.utf8)) == row.member("entry_json"), "\(row["name"] ?? .null)")
        }
    }

    @Test func `entries come as one value with their count`() throws {
        let entries = try Vectors.cases("auth-entries").prefix(5).map {
            try SorobanAuthorizationEntry(xdr: try Base64.decode(try $0.string("entry")))
        }
        let all: SorobanAuthorizationEntries = Array(entries)
        #expect(try SorobanAuthorizationEntries(xdr: all.xdr) == all)
        #expect(all.xdr.prefix(4) == [0, 0, 0, 5])
    }
}

extension JSON {
    /// The members of both objects.
    fileprivate func merging(_ other: JSON) throws -> JSON {
        guard case .object(let own) = self, case .object(let more) = other else { throw NoValue() }
        return .object(JSONObject(own.members.map { ($0.key, $0.value) } + more.members.map { ($0.key, $0.value) }))
    }
}
