// SPDX-License-Identifier: Apache-2.0

import Codec
import LedgerAPI
import LedgerXDR
import Stellar
import StellarXDR
import Testing

/// Results and metadata, from `tx-meta.json`.
struct TransactionTests {
    /// The answer to `getTransaction` with a result and metadata of a vector, about the transaction of a dialog.
    private static func answer(_ row: JSON) throws -> (JSON, TransactionHash) {
        let dialog = try Vectors.result("getTransaction-success")
        let hash = try #require(TransactionHash(hex: dialog.string("txHash")))
        let isSuccess = try row.bool("success")
        return (
            dialog.with("status", isSuccess ? "SUCCESS" : "FAILED").with("resultXdr", row["result_xdr"])
                .with("resultMetaXdr", row["meta_xdr"]), hash
        )
    }

    @Test(arguments: try Vectors.cases("tx-meta"))
    func `reads a result with its metadata`(row: JSON) throws {
        let (answer, hash) = try Self.answer(row)
        let found = try #require(try RPCEndpoint.transaction(hash, on: .testnet).value(of: answer).found)
        #expect(try found.isSuccessful == row.bool("success"))
        #expect(found.returnValue.map { Base64.encode($0.xdr) } == row["return_value_xdr"]?.asString)
        let events = try row.array("contract_events_xdr").compactMap(\.asString)
        #expect(found.events.map { Base64.encode($0.xdr) } == events)
        #expect(try found.applied.result?.feeCharged == row.integer("fee_charged"))
    }

    @Test func `refuses a return value that does not have the hash in the result`() throws {
        let rows = try Vectors.cases("tx-meta").filter { $0["success"] == true }
        for (row, other) in zip(rows, rows.dropFirst()) where row["success_hash"] != other["success_hash"] {
            let (answer, hash) = try Self.answer(row.with("meta_xdr", other["meta_xdr"]))
            let fault = try RPCEndpoint.transaction(hash, on: .testnet).fault(of: answer)
            #expect(fault?.contains("resultMetaXdr") == true)
        }
    }

    @Test func `the outcome alone does not need the metadata`() throws {
        let (answer, hash) = try Self.answer(try #require(Vectors.cases("tx-meta").first))
        let found = try RPCEndpoint.outcome(of: hash, on: .testnet).value(of: answer.with("resultMetaXdr", "????"))
        #expect(found.found?.isSuccessful == true && found.found?.ledger == 3_400_000)
    }

    @Test func `refuses an outcome of another transaction, and of another network`() throws {
        let (answer, hash) = try Self.answer(try #require(Vectors.cases("tx-meta").first))
        let other = TransactionHash(Hash(sha256: [1]))
        #expect(try RPCEndpoint.outcome(of: other, on: .testnet).fault(of: answer)?.contains("envelopeXdr") == true)
        #expect(try RPCEndpoint.outcome(of: hash, on: .public).fault(of: answer)?.contains("envelopeXdr") == true)
    }

    @Test func `finds a fee bump by both hashes`() throws {
        let text = try Vectors.param("sendTransaction-pending", "transaction")
        guard case .tx(let inner) = try TransactionEnvelope(xdr: Base64.decode(text)) else { return }
        let bump = TransactionEnvelope.txFeeBump(
            FeeBumpTransactionEnvelope(
                tx: FeeBumpTransaction(
                    feeSource: inner.tx.sourceAccount, fee: 1000, innerTx: .tx(inner), ext: .v0),
                signatures: BoundedArray()))
        let innerHash = inner.tx.hash(on: .testnet)
        let outerHash = bump.hash(on: .testnet)
        func answer(_ pairHash: TransactionHash) throws -> JSON {
            let pair = InnerTransactionResultPair(
                transactionHash: pairHash.hash,
                result: InnerTransactionResult(feeCharged: 0, result: .txFailed([]), ext: .v0))
            let result = TransactionResult(feeCharged: 200, result: .txFeeBumpInnerFailed(pair), ext: .v0)
            return try Vectors.result("getTransaction-failed").with("feeBump", true)
                .with("envelopeXdr", .string(Base64.encode(bump.xdr)))
                .with("txHash", .string(outerHash.hex)).with("resultXdr", .string(Base64.encode(result.xdr)))
        }
        for hash in [innerHash, outerHash] {
            let found = try RPCEndpoint.outcome(of: hash, on: .testnet).value(of: answer(innerHash)).found
            #expect(found?.hash == outerHash && found?.isSuccessful == false)
        }
        let fault = try RPCEndpoint.outcome(of: outerHash, on: .testnet).fault(of: answer(outerHash))
        #expect(fault?.contains("resultXdr") == true)
    }

    @Test(arguments: try Vectors.cases("tx-meta", "send_errors"))
    func `names the code of a rejected transaction`(row: JSON) throws {
        let envelope = try TransactionEnvelope(
            xdr: Base64.decode(Vectors.param("sendTransaction-error", "transaction")))
        let result = try Vectors.result("sendTransaction-error").with("errorResultXdr", row["xdr"])
        let sent = try RPCEndpoint.send(envelope, hash: envelope.hash(on: .testnet)).value(of: result)
        guard case .error(let rejection?) = sent.status else {
            Issue.record("not an error with a result")
            return
        }
        #expect(try rejection.result.discriminant.rawValue == row.integer("code"))
    }

    @Test(arguments: try Vectors.cases("tx-meta", "ledgers"))
    func `reads a ledger whose header has the hash`(row: JSON) throws {
        let answer: JSON = .object(
            JSONObject([
                ("id", try row.member("hash")), ("protocolVersion", 28), ("sequence", try row.member("sequence")),
                ("closeTime", .string(String(try row.integer("close_time", as: Int64.self)))),
                ("headerXdr", try row.member("header_xdr")), ("metadataXdr", try row.member("close_meta_xdr")),
            ]))
        let ledger = try RPCEndpoint.latestLedger.value(of: answer)
        #expect(try ledger.sequence == row.integer("sequence") && ledger.header?.unknown == nil)
        #expect(try ledger.closedAt?.seconds == row.integer("close_time"))
        #expect(ledger.record?.baseFee == 100 && ledger.record?.baseReserve == Amount(stroops: 5_000_000))
        #expect(try ledger.record?.sequence == row.integer("sequence"))
    }

    /// The answer to `getLatestLedger` with a header of `ledger-headers.json`.
    private static func latest(_ row: JSON) throws -> JSON {
        .object(
            JSONObject([
                ("id", try row.member("id")), ("protocolVersion", try row.member("protocolVersion")),
                ("sequence", try row.member("sequence")), ("closeTime", try row.member("closeTime")),
                ("headerXdr", try row.member("headerXdr")),
            ]))
    }

    @Test(arguments: try Vectors.cases("ledger-headers").filter { $0["name"]?.asString?.hasPrefix("invalid") == false })
    func `reads a header of every protocol up to 30`(row: JSON) throws {
        let ledger = try RPCEndpoint.latestLedger.value(of: try Self.latest(row))
        #expect(ledger.header?.unknown == nil)
        let header = try LedgerHeader(xdr: Base64.decode(row.string("headerXdr")))
        #expect(try header.scpValue.ext.discriminant.rawValue == row.integer("stellar_value_arm"))
        #expect(header.scpValue.closeTimeMilliseconds.map(String.init) == row["close_time_ms"]?.asString)
        #expect(try ledger.record?.closedAt == Timestamp(row.string("closeTime")))
        #expect(try ledger.record?.baseFee == row.integer("base_fee"))
        #expect(try ledger.record?.baseReserve == Amount(stroops: row.integer("base_reserve")))
    }

    @Test func `refuses a header whose close times in seconds and milliseconds differ`() throws {
        let row = try #require(Vectors.cases("ledger-headers").first { $0["close_time_ms"] == "1764190003999" })
        let fault = try RPCEndpoint.latestLedger.fault(of: try Self.latest(row))
        #expect(fault?.contains("close time") == true)
    }

    @Test(arguments: [0, 999, 1000, 1001, UInt64.max])
    func `accepts of the milliseconds in a header only those of its second`(difference: UInt64) throws {
        let row = try #require(Vectors.cases("ledger-headers").first { $0["close_time_ms"] == "1764190010000" })
        var header = try LedgerHeader(xdr: Base64.decode(row.string("headerXdr")))
        guard case .signedMs(var value) = header.scpValue.ext else { throw VectorFault() }
        value.closeTimeMs &+= difference
        header.scpValue.ext = .signedMs(value)
        let answer = try Self.latest(row).with("headerXdr", .string(Base64.encode(header.xdr)))
            .with("id", .string(TransactionHash(Hash(sha256: header.xdr)).hex))
        #expect((try RPCEndpoint.latestLedger.fault(of: answer) == nil) == (difference < 1000))
    }

    private struct VectorFault: Error {}

    @Test func `reads a ledger of an older server without its header`() throws {
        let answer = try Vectors.result("getLatestLedger").with("headerXdr", nil).with("metadataXdr", nil)
            .with("closeTime", nil)
        #expect(try RPCEndpoint.latestLedger.value(of: answer).closedAt == nil)
    }

    @Test(arguments: try Vectors.cases("tx-meta", "events"))
    func `reads an event`(row: JSON) throws {
        let event = try #require(Vectors.result("getEvents")["events"]?.asArray?.first)
            .with("contractId", row["contract_id"]).with("topic", row["topics_xdr"]).with("value", row["value_xdr"])
        let page = try Vectors.result("getEvents").with("events", [event])
        let found = try #require(
            try RPCEndpoint.events([], filters: [], limit: 1, cursor: nil).value(of: page).events.read().first)
        #expect(try found.topics.count == row.array("topics_xdr").count)
        #expect((found.contract == nil) == (row["contract_id"] == .null))
        let two = page.with("events", [event, event])
        #expect(try RPCEndpoint.events([], filters: [], limit: 1, cursor: nil).fault(of: two) != nil)
    }
}
