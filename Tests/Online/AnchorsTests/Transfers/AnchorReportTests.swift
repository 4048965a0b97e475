// SPDX-License-Identifier: Apache-2.0

import AnchorAPI
import Codec
import Stellar
import Testing

@testable import Anchors

/// What an anchor answers, for people and for other programs.
struct AnchorReportTests {
    private static let transfers =
        #"{"transactions":[{"id":"42","kind":"deposit","status":"completed","started_at":"2026-01-02T00:00:00Z","#
        + #""amount_in":"100","amount_out":"99"}]}"#

    private static func facts(_ report: AnchorReport, part: Int = 0) throws -> [String: String] {
        guard case .facts(let facts) = report.parts[part] else { throw RecordedAnchor.Exhausted() }
        return Dictionary(facts.map { (($0.isPart ? "  " : "") + $0.label, $0.value) }) { first, _ in first }
    }

    private static func line(_ report: AnchorReport, part: Int = 0) throws -> String {
        guard case .line(let text) = report.parts[part] else { throw RecordedAnchor.Exhausted() }
        return text
    }

    // MARK: offers

    @Test func `lists what the anchor offers now, with limits and fee`() throws {
        let session = try RecordedAnchor(["GET /sep6/info": [.ok(RecordedAnchor.info)]]).session()
        let report = try session.offers(by: nil)
        #expect(try Self.line(report) == "deposit of USDC (sep6)")
        #expect(try Self.facts(report, part: 1) == ["  amounts": "from 10", "  fee": "1"])
        #expect(report.document["home_domain"] == "anchor.example")
        #expect(report.document["sep6"]?["deposit"]?["USDC"]?["min_amount"] == 10)
    }

    @Test func `an anchor whose offers are all disabled offers nothing`() throws {
        let info = #"{"deposit":{"USDC":{"enabled":false}},"withdraw":{}}"#
        let session = try RecordedAnchor(["GET /sep6/info": [.ok(info)]]).session()
        #expect(try Self.line(session.offers(by: nil)) == "anchor.example offers nothing now")
    }

    @Test func `marks the fields of an offer that are optional`() throws {
        let info =
            #"{"deposit":{"USDC":{"enabled":true,"fields":{"email":{"description":"where to","optional":true},"#
            + #""bank":{"description":"which"}}}}}"#
        let session = try RecordedAnchor(["GET /sep6/info": [.ok(info)]]).session()
        let facts = try Self.facts(session.offers(by: .sep6), part: 1)
        #expect(facts == ["  field email": "(optional) where to", "  field bank": "which"])
    }

    @Test func `rejects a protocol that the anchor does not have`() throws {
        let session = try RecordedAnchor([:]).session()
        let error = #expect(throws: TransferError.self) { try session.offers(by: .sep24) }
        #expect(error?.kind == .badInput)
    }

    // MARK: fees and transfers

    @Test func `the fee of the offer is a line with the asset`() throws {
        let session = try RecordedAnchor(["GET /sep6/info": [.ok(RecordedAnchor.info)]]).session()
        let amount = try DecimalText("100", .amount)
        let report = try session.feeReport(of: .deposit, code: "USDC", amount: amount, method: nil, by: nil)
        #expect(try Self.line(report) == "1 USDC")
        #expect(report.document == ["fee": "1", "asset": "USDC", "amount": "100", "protocol": "sep6"])
        let error = #expect(throws: TransferError.self) {
            try session.feeReport(of: .withdrawal, code: "USDC", amount: amount, method: nil, by: nil)
        }
        #expect(error?.message == "anchor.example does not say what this costs")
    }

    @Test func `lists the anchor's transfers of an asset as rows`() throws {
        let anchor = RecordedAnchor(["GET /sep6/transactions": [.ok(Self.transfers)]])
        let report = try anchor.loggedIn().transferList(code: "USDC", by: nil, limit: 50)
        guard case .table(let header, let rows) = report.parts[0] else { throw RecordedAnchor.Exhausted() }
        #expect(header == ["begun", "kind", "in", "out", "status", "id"])
        #expect(rows == [["2026-01-02T00:00:00Z", "deposit", "100", "99", "completed", "42"]])
        #expect(report.document["transactions"]?.asArray?.count == 1)
    }

    @Test func `an empty list is a line, and an empty array for programs`() throws {
        let anchor = RecordedAnchor(["GET /sep6/transactions": [.ok(#"{"transactions":[]}"#)]])
        let report = try anchor.loggedIn().transferList(code: "USDC", by: nil, limit: 50)
        #expect(try Self.line(report) == "there are none")
        #expect(report.document == ["transactions": []])
    }

    @Test func `asks for no transfers without a login`() throws {
        let anchor = RecordedAnchor(["GET /sep6/transactions": [.ok(Self.transfers)]])
        let session = try anchor.session()
        let error = #expect(throws: TransferError.self) {
            try session.transferList(code: "USDC", by: nil, limit: 50)
        }
        #expect(error?.kind == .refused && error?.hint?.plain.hasPrefix("log in: ") == true)
        #expect(anchor.count("GET /sep6/transactions") == 0)
    }

    @Test func `lists the transfers of this machine with the stage of those that are not begun`() throws {
        let anchor = RecordedAnchor([
            "GET /sep6/info": [.ok(RecordedAnchor.info)], "GET /sep6/deposit": [.ok(#"{"id":"42"}"#)],
        ])
        var job = try anchor.deposit(isAttended: false)
        try job.untilSummary()
        guard case .table(_, let rows) = AnchorReport([try anchor.record()]).parts[0] else {
            throw RecordedAnchor.Exhausted()
        }
        #expect(rows == [["1", "2026-09-21", "deposit", "anchor.example", "100", "USDC", "step 4 of 4", ""]])
        #expect(try Self.line(AnchorReport([])) == "there are none")
    }

    // MARK: customers

    @Test func `shows what the anchor wants and has, with its state`() throws {
        let customer =
            #"{"id":"7","status":"NEEDS_INFO","fields":{"sex":{"type":"string","choices":["female","male"],"#
            + #""description":"as in the passport","optional":true}},"provided_fields":{"first_name":{"#
            + #""type":"string","status":"REJECTED","error":"no such name"}}}"#
        let anchor = RecordedAnchor(["GET /kyc/customer": [.ok(customer)]])
        let report = try anchor.loggedIn().customer(CustomerServer.Query())
        #expect(try Self.facts(report) == ["status": "NEEDS_INFO", "id": "7"])
        #expect(try Self.line(report, part: 1) == "wanted")
        #expect(
            try Self.facts(report, part: 2) == ["  sex": "string, optional, as in the passport [female, male]"])
        #expect(try Self.line(report, part: 3) == "given")
        #expect(try Self.facts(report, part: 4) == ["  first_name": "string, REJECTED: no such name"])
    }

    @Test func `asks nothing about a customer without a login`() throws {
        let anchor = RecordedAnchor(["GET /kyc/customer": [.ok(#"{"status":"ACCEPTED"}"#)]])
        let session = try anchor.session()
        #expect(throws: TransferError.self) { try session.customer(CustomerServer.Query()) }
        #expect(anchor.count("GET /kyc/customer") == 0)
    }

    @Test func `reports whom the anchor has forgotten`() throws {
        let anchor = RecordedAnchor(["DELETE /kyc/customer/\(RecordedAnchor.account)": [.ok("{}")]])
        let report = try anchor.loggedIn().deleteCustomer(token: try anchor.token())
        #expect(report.document == ["deleted": .string(RecordedAnchor.account)])
        #expect(try Self.line(report) == "anchor.example has forgotten \(RecordedAnchor.account)")
    }

    // MARK: errors for programs

    @Test func `customer data that is missing has a document, for programs that give it`() {
        let missing = TransferError.anchor(.customerInfoNeeded(domain: "anchor.example", fields: ["first_name"]))
        #expect(missing.document == ["status": "customer_info_needed", "fields": ["first_name"]])
        let pending = TransferError.anchor(
            .customerStatus(domain: "anchor.example", status: "pending", more: "https://anchor.example/more"))
        #expect(
            pending.document == [
                "status": "customer_info_pending", "more_info_url": "https://anchor.example/more",
            ])
        #expect(TransferError.anchor(.loginNeeded(domain: "anchor.example", hadToken: true)).document == nil)
        #expect(TransferError.failure(Failure(.badInput, "no")).document == nil)
    }
}
