// SPDX-License-Identifier: Apache-2.0

import AnchorAPI
import Codec
import Journal
import Testing

@testable import Anchors

/// A run that was interrupted after it recorded that a transfer is being sent.
struct UnknownOutcomeTests {
    private static func list(_ rows: String...) -> String { #"{"transactions":[\#(rows.joined(separator: ","))]}"# }

    private static func row(_ id: String, amount: String = "100", status: String = "pending_anchor") -> String {
        #"{"id":"\#(id)","kind":"deposit","status":"\#(status)","amount_in":"\#(amount)"}"#
    }

    /// An anchor whose response to a deposit was lost.
    private static func interrupted(_ rows: String...) throws -> RecordedAnchor {
        let anchor = RecordedAnchor([
            "GET /sep6/info": [.ok(RecordedAnchor.info)],
            "GET /kyc/customer": [.ok(#"{"id":"7","status":"ACCEPTED"}"#)],
            "GET /sep6/deposit": [.lost, .ok(#"{"id":"43"}"#)],
            "GET /sep6/transactions": [.ok(#"{"transactions":[\#(rows.joined(separator: ","))]}"#)],
            "GET /sep6/transaction": [.ok(#"{"transaction":\#(row("42"))}"#)],
        ])
        var job = try anchor.deposit()
        try job.untilSummary()
        let error = try #require(throws: TransferError.self) { try job.next(.agreed(true)) }
        #expect(error.kind == .unreachable)
        #expect(error.hint?.steps == [.anchor(.resume(number: 1, isLoopback: false))])
        #expect(try anchor.record().step == .sending)
        return anchor
    }

    private static func found(_ step: TransferStep?) -> [String]? {
        if case .mayHaveBegun(let found)? = step { found.map(\.id) } else { nil }
    }

    @Test func `resumes a transfer that the anchor lists and does not begin a second one`() throws {
        let anchor = try Self.interrupted(Self.row("42"))
        var job = try anchor.resumed()
        #expect(Self.found(try job.next()) == ["42"])
        guard case .result(let result)? = try job.next(.transfer(id: "42")) else { return #expect(Bool(false)) }
        guard case .anchor(.watch(_, .number(1)))? = result.watching else { return #expect(Bool(false)) }
        #expect(try anchor.record().transferID == "42")
        #expect(anchor.count("GET /sep6/deposit") == 1)
    }

    @Test func `does not choose among listed transfers when unattended`() throws {
        let anchor = try Self.interrupted(Self.row("42"))
        var job = try anchor.resumed(isAttended: false)
        #expect(Self.found(try job.next()) == ["42"])
        let error = try #require(throws: TransferError.self) { try job.next() }
        #expect(error.kind == .unknownYet)
        #expect(try anchor.record().step == .sending)
        #expect(anchor.count("GET /sep6/deposit") == 1)
    }

    @Test func `rejects an id that was not offered`() throws {
        var job = try Self.interrupted(Self.row("42")).resumed()
        _ = try job.next()
        #expect(throws: TransferError.self) { try job.next(.transfer(id: "41")) }
    }

    @Test func `shows the summary again if the user selects none of the listed transfers`() throws {
        let anchor = try Self.interrupted(Self.row("42"))
        var job = try anchor.resumed()
        _ = try job.next()
        try job.untilSummary(.transfer(id: nil))
        #expect(anchor.count("GET /sep6/deposit") == 1)
    }

    @Test(arguments: [
        [String](), ["42 of another amount"], ["42 that has ended"],
    ])
    func `begins a new transfer only if the anchor lists no matching one`(rows: [String]) throws {
        let listed = rows.map { text in
            text.hasSuffix("amount") ? Self.row("42", amount: "99") : Self.row("42", status: "completed")
        }
        let anchor = try listed.isEmpty ? Self.interrupted() : Self.interrupted(listed[0])
        var job = try anchor.resumed()
        guard case .notice(let notice)? = try job.next() else { return #expect(Bool(false)) }
        #expect(notice == .unknownToAnchor)
        #expect(
            notice.lines(at: "anchor.example") == ["anchor.example does not know this transfer: starting a new one"])
        try job.untilSummary()
        guard case .result? = try job.next(.agreed(true)) else { return #expect(Bool(false)) }
        #expect(anchor.count("GET /sep6/deposit") == 2)
        #expect(try anchor.record().transferID == "43")
    }

    @Test func `stops if the anchor's list of transfers is unavailable`() throws {
        let anchor = RecordedAnchor([
            "GET /sep6/info": [.ok(RecordedAnchor.info)],
            "GET /kyc/customer": [.ok(#"{"id":"7","status":"ACCEPTED"}"#)], "GET /sep6/deposit": [.lost],
            "GET /sep6/transactions": [.lost],
        ])
        var job = try anchor.deposit()
        try job.untilSummary()
        #expect(throws: TransferError.self) { try job.next(.agreed(true)) }
        var later = try anchor.resumed()
        #expect(throws: TransferError.self) { try later.next() }
        #expect(try anchor.record().step == .sending)
        #expect(anchor.count("GET /sep6/deposit") == 1)
    }
}
