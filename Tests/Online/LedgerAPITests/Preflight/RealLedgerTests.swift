// SPDX-License-Identifier: Apache-2.0

import Codec
import Foundation
import LedgerXDR
import Stellar
import StellarXDR
import Testing

@testable import LedgerAPI

/// Preflight against what a real ledger (protocol 19) did with sequences of transactions, each from the state just
/// before it.
struct RealLedgerTests {
    /// The codes that depend on prices and pools, which preflight does not compute.
    private static let open: Set<ResultCode> = [
        "op_too_few_offers", "op_under_dest_min", "op_over_source_max", "op_under_minimum", "op_exceeded_work_limit",
    ]

    /// A sequence: a state, and transactions with their results.
    private static let sequences: [String] = {
        let folder = URL(filePath: #filePath).deletingLastPathComponent()
        let path =
            ProcessInfo.processInfo.environment["COLDSTAR_LEDGER_VECTORS"].map { URL(filePath: $0) }
            ?? folder.appending(path: "Vectors/ledger.jsonl")
        guard let text = try? String(contentsOf: path, encoding: .utf8) else { return [] }
        return text.split(separator: "\n").map(String.init)
    }()

    @Test func `there are sequences`() { #expect(Self.sequences.count > 10) }

    @Test(arguments: sequences.indices) func `preflight finds what a real ledger finds`(index: Int) throws {
        let json = try JSON(parsing: Array(Self.sequences[index].utf8))
        let name = try json.string("id")
        var state = try RealState(json)
        for (number, applied) in try json.array("transactions").enumerated() {
            let envelope: TransactionEnvelope = try applied.xdr("envelope")
            let result: TransactionResult = try applied.xdr("result")
            let closing = Timestamp(try applied.decimalString("close_time"))
            // The next ledger's close time is what the preflight takes its time for.
            state.closedAt = closing
            // Some transactions were left out. In the cases others build upon them; nothing does in the random
            // sequences.
            let last: Int64 = try applied.integer("ledger") - 1
            if name.hasPrefix("case"), last != state.sequence { return }
            state.sequence = last
            var check = try Preflight(state, now: closing, .sending)
            let report = try SignatureReport(envelope, on: state.network, in: &check.view)
            let found = ForecastRejection.inOrder(try check.rejections(about: envelope) + report.rejections)
            Self.compare(
                found, Set(check.unchecked.map(\.operation)), envelope.innermost, ResultCodes(result),
                isIncluded: applied["included"] == true,
                "\(name), transaction \(number + 1): \(ResultCodes(result)) \(found.map { "\($0.code?.rawValue ?? "-") \($0.operation ?? -1) \($0.message)" })"
            )
            if applied["included"] == true { state.sequence += 1 }
            for entry in try applied.array("changed") { try state.put(entry) }
            for key in try applied.array("removed") {
                state.remove(try LedgerKey(xdr: try Base64.decode(try #require(key.asString))))
            }
        }
    }

    private static func compare(
        _ found: [ForecastRejection], _ unchecked: Set<Int>, _ transaction: Transaction, _ codes: ResultCodes,
        isIncluded: Bool,
        _ what: String
    ) {
        let code = codes.innerTransaction ?? codes.transaction
        let told = found.filter { $0.code != nil }
        // A fee bump with a negative fee: newer protocols say that it is malformed.
        if code == "tx_insufficient_fee", told.first?.code == "tx_malformed" { return }
        guard code == "tx_failed" || code == "tx_success" else {
            #expect(told.first?.code == code, Comment(rawValue: what))
            return
        }
        guard isIncluded else {
            // The network names the first operation that is wrong in form or signatures.
            let place = codes.operations.firstIndex { $0 != "op_success" }
            #expect(
                told.first?.operation == place && told.first?.code == place.map { codes.operations[$0] },
                Comment(rawValue: what))
            return
        }
        // Of a transaction that fails only the first reason is sure once something could not be computed; a false alarm
        // never is.
        var isCertain = true
        for (index, code) in codes.operations.enumerated() {
            let said = told.first { $0.operation == index }?.code ?? "op_success"
            if unchecked.contains(index) || open.contains(code) { isCertain = false }
            let isRight = isCertain ? said == code : said == "op_success" || code != "op_success"
            switch transaction.operations[index].body {
            // What it trades is not computed.
            case .manageSellOffer, .manageBuyOffer, .createPassiveSellOffer, .pathPaymentStrictSend,
                .pathPaymentStrictReceive:
                isCertain = false
            default: break
            }
            #expect(isRight, Comment(rawValue: "operation \(index + 1), \(code): \(what)"))
        }
    }
}
