// SPDX-License-Identifier: Apache-2.0

import Codec
import LedgerAPI
import LedgerXDR
import Stellar
import StellarXDR
import Testing

/// Answers of real servers.
struct RealAnswerTests {
    private static let standalone = Network(passphrase: "Standalone Network ; February 2017")

    static func answers(_ name: String) throws -> JSON { try #require(try Vectors.json("real/rpc-answers")[name]) }

    static func lookups() throws -> [JSON] { try answers("getTransaction").asArray ?? [] }

    /// Transactions as `getTransactions` lists them, whose time is a number.
    static func listed() throws -> [JSON] {
        try (answers("transactions").asArray ?? []).filter { $0["latestLedger"] == nil }
    }

    @Test(arguments: try lookups())
    func `getTransaction of a local network`(row: JSON) throws {
        let response = try row.object("response")
        let result = try response.object("result")
        let hash = try #require(TransactionHash(hex: result.string("txHash")))
        let found = try #require(
            try RPCEndpoint.transaction(hash, on: Self.standalone).value(of: result).found)
        #expect(found.isSuccessful && found.applied.hash == hash)
        #expect(
            try Base64.encode(try #require(found.returnValue).xdr) == row.object("facts").string("return_value_xdr"))
        #expect(try found.applied.result?.feeCharged == row.object("facts").integer("fee_charged"))
        // The same bytes on another network have another hash.
        #expect(try RPCEndpoint.transaction(hash, on: .testnet).fault(of: result)?.contains("envelopeXdr") == true)
    }

    @Test(arguments: try listed())
    func `a transaction of testnet`(row: JSON) throws {
        let page: JSON = [
            "transactions": [row], "latestLedger": 337300, "oldestLedger": 300000, "cursor": "1448576",
        ]
        let endpoint = RPCEndpoint.transactions([], limit: 1, cursor: nil, on: .testnet)
        let found = try #require(try endpoint.value(of: page).transactions.read().first)
        #expect(try found.applied.hash.hex == row.string("txHash"))
        #expect(try found.applied.result?.feeCharged == row.object("facts").integer("fee_charged"))
        let expected = try row.object("facts").optionalString("return_value_xdr")
        #expect(found.returnValue.map { Base64.encode($0.xdr) } == expected)
    }

    @Test func `getTransaction of testnet`() throws {
        let row = try #require(try Self.answers("transactions").asArray?.first { $0["latestLedger"] != nil })
        let hash = try #require(TransactionHash(hex: row.string("txHash")))
        let lookup = try RPCEndpoint.transaction(hash, on: .testnet).value(of: row)
        #expect(lookup.found?.returnValue == .void && lookup.oldestLedger == 369_355)
        #expect(lookup.found?.events.isEmpty == false)
    }

    @Test(arguments: try answers("getEvents").asArray ?? [])
    func `getEvents`(row: JSON) throws {
        let result = try row.object("response").object("result")
        let page = try RPCEndpoint.events([], filters: [], limit: 100, cursor: nil).value(of: result)
        #expect(try page.events.read().count == result.array("events").count)
        #expect(page.events.read().contains { $0.kind == .contract && $0.contract != nil })
    }

    @Test func `a simulation of an old protocol`() throws {
        let rows = try Self.answers("simulations").asArray ?? []
        let first = try #require(rows.first)
        let envelope = try TransactionEnvelope(xdr: Base64.decode(first.string("transaction")))
        let endpoint = RPCEndpoint.simulate(SimulationRequest(envelope))
        guard case .succeeded(let found) = try endpoint.value(of: first.object("result")) else {
            Issue.record("the simulation did not succeed")
            return
        }
        #expect(found.minResourceFee == 90353 && found.result?.value.value == .u32(12))
        let failure = try #require(rows.first { $0["name"] == "FailedSimulationResult" }?["value"])
        guard case .failed(let failed) = try endpoint.value(of: failure) else {
            Issue.record("the simulation did not fail")
            return
        }
        #expect(failed.message == "host invocation failed")
    }

    @Test func `an entry of a real ledger`() throws {
        let examples = try Self.answers("ledgerEntries")
        let key = try #require(examples["LedgerKeyContractBalance"]?["value"]?.asArray?.first?.asString)
        let result = try #require(examples["LedgerEntryContractBalanceResult"]?["value"])
        let keys = [try LedgerKey(xdr: Base64.decode(key))]
        #expect(try RPCEndpoint.ledgerEntries(keys).value(of: result)[keys[0]]?.lastModifiedLedger == 2_553_612)
    }

    /// Two examples in the documentation confuse their keys.
    @Test func `refuses the examples whose entries have another key`() throws {
        let examples = try Self.answers("ledgerEntries")
        let keys = try #require(examples["CombinedLedgerKeys"]?["value"]?.asArray).map {
            try LedgerKey(xdr: Base64.decode($0.asString ?? ""))
        }
        for name in ["CombinedLedgerEntryResult", "LedgerEntryCounterAddressResult"] {
            let result = try #require(examples[name]?["value"])
            #expect(try RPCEndpoint.ledgerEntries(keys).fault(of: result)?.contains("entries[0].xdr") == true)
        }
    }
}
