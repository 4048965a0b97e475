// SPDX-License-Identifier: Apache-2.0

import Codec
import LedgerRules
import LedgerXDR
import Stellar
import StellarXDR

/// Methods about the network and its ledgers.
extension RPCCall {
    func health(_ snapshot: Snapshot) -> JSON {
        let range = range(snapshot)
        return [
            "status": "healthy", "latestLedger": .integer(range.latest), "oldestLedger": .integer(range.oldest),
            "ledgerRetentionWindow": .integer(RPCService.retention),
            "latestLedgerCloseTime": .digits(range.latestTime), "oldestLedgerCloseTime": .digits(range.oldestTime),
        ]
    }

    func network(_ snapshot: Snapshot) -> JSON {
        let passphrase =
            fault == .wrongPassphrase ? Self.otherPassphrase(snapshot.network) : snapshot.network.passphrase
        return [
            "friendbotUrl": .string(friendbot), "passphrase": .string(passphrase),
            "protocolVersion": .integer(Snapshot.protocolVersion),
        ]
    }

    private static func otherPassphrase(_ network: Network) -> String {
        network == .public ? Network.testnet.passphrase : Network.public.passphrase
    }

    func version() -> JSON {
        [
            "version": .string(service.name), "commitHash": "", "buildTimestamp": "",
            "captiveCoreVersion": .string(service.name), "protocolVersion": .integer(Snapshot.protocolVersion),
        ]
    }

    func latestLedger(_ snapshot: Snapshot) -> JSON {
        let header = latest(snapshot)
        let ledger = ClosedLedger(header)
        return [
            "id": .string(ledger.hash.hex), "protocolVersion": .integer(Snapshot.protocolVersion),
            "sequence": .integer(header.ledgerSeq), "closeTime": .digits(header.scpValue.closeTime),
            "headerXdr": .xdr(header), "metadataXdr": .xdr(ledger.meta(snapshot.record(in: header.ledgerSeq))),
        ]
    }

    /// Every transaction pays the base fee for each operation, whatever it bids.
    func feeStats(_ snapshot: Snapshot) -> JSON {
        func distribution(_ window: UInt32, _ isCounted: (TransactionRecord) -> Bool) -> JSON {
            let first = snapshot.latest.sequence > window ? snapshot.latest.sequence - window + 1 : 0
            let count = snapshot.records.reversed().prefix { $0.ledger >= first }.count(where: isCounted)
            let fee = JSON.digits(count > 0 ? snapshot.baseFee : 0)
            let names = ["max", "min", "mode"] + [10, 20, 30, 40, 50, 60, 70, 80, 90, 95, 99].map { "p\($0)" }
            return .object(
                JSONObject(
                    names.map { ($0, fee) } + [
                        ("transactionCount", .digits(count)), ("ledgerCount", .integer(window)),
                    ]))
        }
        return [
            "sorobanInclusionFee": distribution(50) { $0.envelope.innermost.declaredResourceFee != nil },
            "inclusionFee": distribution(10) { $0.envelope.innermost.declaredResourceFee == nil },
            "latestLedger": .integer(range(snapshot).latest),
        ]
    }

    func ledgers(_ parameters: RPCParameters, _ snapshot: Snapshot) throws(RPCError) -> JSON {
        let range = range(snapshot)
        let page = try RPCPage(parameters, range, limit: 50, most: 200)
        if let cursor = page.cursor, !(UInt64(range.oldest)..<UInt64(range.latest)).contains(cursor) {
            throw .invalidParameters(
                "cursor ('\(cursor)') must be between the oldest ledger: \(range.oldest) and the latest ledger: "
                    + "\(range.latest)")
        }
        let first = page.start(after: range) { UInt64($0) }
        let found = snapshot.ledgers.filter { UInt64($0.sequence) >= first && $0.sequence <= range.latest }.prefix(
            page.limit)
        let list = found.map { ledger -> JSON in
            [
                "hash": .string(ledger.hash.hex), "sequence": .integer(ledger.sequence),
                "ledgerCloseTime": .digits(ledger.closeTime), "headerXdr": .xdr(ledger.historyEntry),
                "metadataXdr": .xdr(ledger.meta(snapshot.record(in: ledger.sequence))),
            ]
        }
        return [
            "ledgers": .array(list), "latestLedger": .integer(range.latest),
            "latestLedgerCloseTime": .integer(range.latestTime), "oldestLedger": .integer(range.oldest),
            "oldestLedgerCloseTime": .integer(range.oldestTime),
            "cursor": .digits(found.last?.sequence ?? range.latest),
        ]
    }
}
