// SPDX-License-Identifier: Apache-2.0

import AnchorAPI
import Codec
import Stellar
import Testing

@testable import Anchors

/// An anchor with a server for each protocol, one of which does not answer as it should; and ids that it gave twice.
struct DeadServerTests {
    private static let toml = """
        NETWORK_PASSPHRASE = "Test SDF Network ; September 2015"
        TRANSFER_SERVER = "https://anchor.example/sep6"
        TRANSFER_SERVER_SEP0024 = "https://anchor.example/sep24"
        """
    private static let page = "<!DOCTYPE html><html></html>"

    /// How a server may fail.
    private static let failures: [RecordedAnchor.Answer] = [
        .refused(404, #"{"error":"not found"}"#), .refused(401, "{}"), .refused(403, page), .refused(500, ""),
        .refused(503, "{}"), .ok(page), .ok("[]"), .ok(""), .ok("{}x"), .lost,
    ]

    private func anchor(_ answers: [String: [RecordedAnchor.Answer]]) -> RecordedAnchor {
        RecordedAnchor(answers.merging(["GET /.well-known/stellar.toml": [.ok(Self.toml)]]) { $1 })
    }

    @Test(arguments: 0..<10, ["sep6", "sep24"])
    func `what one server offers is shown whatever the other answers`(failure: Int, dead: String) throws {
        let alive = dead == "sep6" ? "sep24" : "sep6"
        let session = try anchor([
            "GET /\(dead)/info": [Self.failures[failure]], "GET /\(alive)/info": [.ok(RecordedAnchor.info)],
        ]).session()
        let report = try session.offers(by: nil)
        let lines = report.parts.compactMap { part in if case .line(let text) = part { text } else { nil } }
        #expect(lines.first == "deposit of USDC (\(alive))")
        #expect(lines.last?.hasPrefix("\(dead == "sep6" ? "SEP-6" : "SEP-24") is left out: ") == true)
        #expect(report.document[dead] == nil && report.document["failed"]?[dead]?.asString != nil)
        let amount = try DecimalText("100", .amount)
        #expect(try session.fee(of: .deposit, code: "USDC", amount: amount, method: nil, by: nil).fee.text == "1")
        // Who asks for the dead one is told of it.
        let wanted = try #require(TransferProtocol(rawValue: dead))
        #expect(throws: TransferError.self) { try session.offers(by: wanted) }
    }

    @Test(arguments: 0..<10)
    func `two servers that fail are an error that names the first`(failure: Int) throws {
        let session = try anchor([
            "GET /sep6/info": [Self.failures[failure]], "GET /sep24/info": [.refused(404, "{}")],
        ]).session()
        let error = try #require(throws: TransferError.self, performing: { try session.offers(by: nil) })
        guard case .anchor(let reason) = error else { return #expect(Bool(false)) }
        switch reason {
        case .refused, .unavailable, .broken: #expect(error.message.contains("SEP-6"))
        default: break
        }
    }

    private static let both =
        #"{"transactions":[{"id":"7","kind":"deposit","status":"completed","started_at":"2026-11-26T10:00:00Z"},"#
        + #"{"id":"7","kind":"withdrawal","status":"pending_anchor","started_at":"2026-11-25T10:00:00Z"}]}"#

    private func rows(_ report: AnchorReport) -> [[String]] {
        guard case .table(_, let rows) = report.parts[0] else { return [] }
        return rows
    }

    @Test func `lists transfers with equal ids of one server, and those of two servers once`() throws {
        let session = try anchor([
            "GET /sep6/transactions": [.ok(Self.both)], "GET /sep24/transactions": [.ok(Self.both)],
        ]).loggedIn()
        let report = try session.transferList(code: "USDC", by: nil, limit: 50)
        #expect(
            rows(report).map { [$0[1], $0[4], $0[5]] } == [
                ["deposit", "completed", "7"], ["withdrawal", "pending_anchor", "7"],
            ])
    }

    @Test func `lists the transfers of one server when the other fails, and those around one that cannot be read`()
        throws
    {
        let broken = #"{"transactions":[{"id":"7","status":[]},{"id":"8","status":"completed"},7,{"status":"x"}]}"#
        let session = try anchor([
            "GET /sep6/transactions": [.refused(404, "{}")], "GET /sep24/transactions": [.ok(broken)],
        ]).loggedIn()
        let report = try session.transferList(code: "USDC", by: nil, limit: 50)
        let rows = rows(report)
        #expect(rows.map { $0[5] } == ["7", "8", "", ""] && rows[1][4] == "completed")
        for row in [rows[0], rows[2], rows[3]] { #expect(row[4].hasPrefix("cannot be read: ")) }
        guard case .line(let remark)? = report.parts.last else { return #expect(Bool(false)) }
        #expect(remark.hasPrefix("SEP-6 is left out: anchor.example (SEP-6) refused with status 404"))
        #expect(report.document["transactions"]?.asArray?.count == 4)
    }

    @Test(arguments: [TransferKind.deposit, .withdrawal])
    func `finds the transfer of the kind that is meant, where the server answers with either`(kind: TransferKind) throws
    {
        let first = #"{"transaction":{"id":"7","kind":"deposit","status":"completed"}}"#
        let session = try anchor([
            "GET /sep6/transaction": [.refused(404, "{}")], "GET /sep24/transaction": [.ok(first)],
            "GET /sep24/transactions": [.ok(Self.both)],
        ]).loggedIn()
        let found = try session.transfer("7", kind, code: "USDC", by: nil, token: session.token())
        #expect(found.transfer.kind == kind && found.server.protocol == .sep24)
        #expect(try session.transfer("7", by: nil, token: session.token()).transfer.kind == .deposit)
    }

    @Test func `says that a transfer is of the other kind when there is no second one`() throws {
        let first = #"{"transaction":{"id":"7","kind":"deposit","status":"completed"}}"#
        let session = try anchor([
            "GET /sep6/transaction": [.ok(first)], "GET /sep24/transaction": [.refused(404, "{}")],
            "GET /sep6/transactions": [.ok(#"{"transactions":[]}"#)],
        ]).loggedIn()
        let error = #expect(throws: TransferError.self) {
            try session.state(ofTransfer: "7", mayBeNumber: false, .withdrawal, code: "USDC", by: nil)
        }
        #expect(error?.kind == .badInput && error?.message.hasSuffix("is a deposit, not a withdrawal") == true)
    }

    @Test func `a server that fails may know a transfer that the other does not`() throws {
        let session = try anchor([
            "GET /sep6/transaction": [.refused(500, "")], "GET /sep24/transaction": [.refused(404, "{}")],
        ]).loggedIn()
        let error = #expect(throws: TransferError.self) {
            try session.transfer("7", by: nil, token: session.token())
        }
        #expect(error?.kind == .unreachable)
    }
}
