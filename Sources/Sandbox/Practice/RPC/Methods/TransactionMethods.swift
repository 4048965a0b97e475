// SPDX-License-Identifier: Apache-2.0

import Codec
import LedgerRules
import LedgerXDR
import Stellar
import StellarXDR

/// Transactions: submission, and what became of them.
extension RPCCall {
    func send(_ parameters: RPCParameters) async throws(RPCError) -> JSON {
        guard let envelope = TransactionEnvelope(base64: try parameters.required("transaction")) else {
            throw .invalidParameters("invalid_xdr")
        }
        let snapshot = await service.ledger.snapshot()
        let hash = envelope.hash(on: snapshot.network)
        if fault == .tryAgainLater, await service.memory.refuses(hash) {
            return sent("TRY_AGAIN_LATER", hash, snapshot)
        }
        if fault == .filtered { throw .serverFault("invalid status from stellar-core") }
        let outcome = await service.ledger.submit(envelope)
        if fault == .tooSlow { throw .tooSlow }
        switch outcome {
        case .included(_, isNew: true): return sent("PENDING", hash, snapshot)
        case .included(_, isNew: false): return sent("DUPLICATE", hash, snapshot)
        case .refused(let result):
            var answer: [(String, JSON)] = [("errorResultXdr", .xdr(result))]
            let diagnostics = snapshot.diagnostics(of: envelope)
            if !diagnostics.isEmpty { answer.append(("diagnosticEventsXdr", .xdr(each: diagnostics))) }
            return sent("ERROR", hash, snapshot, answer)
        }
    }

    private func sent(
        _ status: String, _ hash: TransactionHash, _ snapshot: Snapshot, _ more: [(String, JSON)] = []
    ) -> JSON {
        let range = range(snapshot)
        return .object(
            JSONObject(
                more + [
                    ("status", .string(status)), ("hash", .string(hash.hex)), ("latestLedger", .integer(range.latest)),
                    ("latestLedgerCloseTime", .digits(range.latestTime)),
                ]))
    }

    // MARK: Looking up

    func transaction(_ parameters: RPCParameters, _ snapshot: Snapshot) throws(RPCError) -> JSON {
        let text = try parameters.required("hash")
        guard let hash = TransactionHash(hex: text) else {
            throw .invalidParameters("unexpected hash: it must have 64 hex digits")
        }
        let range = range(snapshot)
        var object = JSONObject([
            ("latestLedger", .integer(range.latest)), ("latestLedgerCloseTime", .digits(range.latestTime)),
            ("oldestLedger", .integer(range.oldest)), ("oldestLedgerCloseTime", .digits(range.oldestTime)),
        ])
        guard let record = snapshot.record(hash), isVisible(record, snapshot) else {
            let nothing: [(String, JSON)] = [
                ("status", "NOT_FOUND"), ("txHash", .string(text)), ("applicationOrder", 0), ("feeBump", false),
                ("events", [:]), ("ledger", 0), ("createdAt", "0"),
            ]
            for (key, value) in nothing { object[key] = value }
            return .object(object)
        }
        for (key, value) in Self.members(of: record, text) { object[key] = value }
        object["createdAt"] = .digits(record.time)
        return .object(object)
    }

    /// Whether the service has the transaction: not if it lags behind, and later if it is slow.
    private func isVisible(_ record: TransactionRecord, _ snapshot: Snapshot) -> Bool {
        let delay: UInt32 = fault == .notFound ? 12 : 0
        return record.ledger + delay <= range(snapshot).latest
    }

    /// - Parameter hash: as it was asked for.
    private static func members(of record: TransactionRecord, _ hash: String) -> [(String, JSON)] {
        var members: [(String, JSON)] = [
            ("status", record.isSuccessful ? "SUCCESS" : "FAILED"), ("txHash", .string(hash)),
            ("applicationOrder", 1),
            ("feeBump", .bool(record.hash != record.innerHash)), ("envelopeXdr", .xdr(record.envelope)),
            ("resultXdr", .xdr(record.result)), ("resultMetaXdr", .xdr(record.meta)),
        ]
        if case .v4(let meta) = record.meta {
            if !meta.diagnosticEvents.isEmpty {
                members.append(("diagnosticEventsXdr", .xdr(each: meta.diagnosticEvents)))
            }
            let events: JSON = [
                "transactionEventsXdr": .xdr(each: meta.events),
                "contractEventsXdr": .array(meta.operations.map { .xdr(each: $0.events) }),
            ]
            members.append(("events", events))
        }
        return members + [("ledger", .integer(record.ledger))]
    }

    func transactions(_ parameters: RPCParameters, _ snapshot: Snapshot) throws(RPCError) -> JSON {
        let range = range(snapshot)
        let page = try RPCPage(parameters, range, limit: 50, most: 200)
        if let cursor = page.cursor, cursor >> 32 < range.oldest {
            throw .invalidParameters("database does not contain metadata for ledger: \(cursor >> 32)")
        }
        let first = page.start(after: range) { UInt64($0) << 32 }
        let found = snapshot.records.filter { isVisible($0, snapshot) && Self.place($0) >= first }.prefix(page.limit)
        let list = found.map { record -> JSON in
            .object(JSONObject(Self.members(of: record, record.hash.hex) + [("createdAt", .integer(record.time))]))
        }
        return [
            "transactions": .array(list), "latestLedger": .integer(range.latest),
            "latestLedgerCloseTimestamp": .integer(range.latestTime), "oldestLedger": .integer(range.oldest),
            "oldestLedgerCloseTimestamp": .integer(range.oldestTime),
            // At the tip, the cursor of stellar-rpc 28 lies before the last ledger's transactions.
            "cursor": .digits(found.last.map(Self.place) ?? UInt64(range.latest) << 32 | 1),
        ]
    }

    /// The transaction's place among all (SEP-35): its ledger, and its number there, which is always 1.
    private static func place(_ record: TransactionRecord) -> UInt64 { UInt64(record.ledger) << 32 | 1 << 12 }
}
