// SPDX-License-Identifier: Apache-2.0

import AnchorAPI
import Codec
import Journal
import Testing

@testable import Anchors

/// The customer data of a transfer.
struct CustomerStepTests {
    private static let accepted = #"{"id":"7","status":"ACCEPTED"}"#
    private static let needsName =
        #"{"id":"7","status":"NEEDS_INFO","fields":{"first_name":{"type":"string","description":"Given name"},"#
        + #""email_address":{"type":"string","optional":true}}}"#

    private static func anchor(
        _ customer: [String], put: RecordedAnchor.Answer = .ok(#"{"id":"7"}"#)
    ) -> RecordedAnchor {
        RecordedAnchor([
            "GET /sep6/info": [.ok(RecordedAnchor.info)], "GET /kyc/customer": customer.map { .ok($0) },
            "PUT /kyc/customer": [put], "GET /sep6/deposit": [.ok(#"{"id":"42"}"#)],
        ])
    }

    private static func request(_ job: inout TransferJob) throws -> CustomerRequest {
        let step = try job.until { if case .customerFields = $0 { true } else { false } }
        guard case .customerFields(let request) = step else { throw RecordedAnchor.Exhausted() }
        return request
    }

    private static func answers(_ fields: (name: String, value: String)...) -> TransferAnswer {
        var answers = CustomerAnswers()
        answers.fields = fields
        return .customer(answers)
    }

    @Test func `requests the fields that the anchor needs and sends them after agreement`() throws {
        let anchor = Self.anchor([Self.needsName, Self.accepted])
        var job = try anchor.deposit()
        let request = try Self.request(&job)
        #expect(request.questions.map(\.name) == ["first_name", "email_address"])
        #expect(request.questions.map(\.isOptional) == [false, true])
        #expect(request.questions[0].about == "Given name")
        guard case .disclosure(let names)? = try job.next(Self.answers(("first_name", "Ada"))) else {
            return #expect(Bool(false))
        }
        #expect(names == ["first_name"] && anchor.count("PUT /kyc/customer") == 0)
        try job.untilSummary(.agreed(true))
        #expect(anchor.count("PUT /kyc/customer") == 1)
    }

    @Test func `sends nothing without agreement to the disclosure`() throws {
        let anchor = Self.anchor([Self.needsName])
        var job = try anchor.deposit()
        _ = try Self.request(&job)
        _ = try job.next(Self.answers(("first_name", "Ada")))
        let error = try #require(throws: TransferError.self) { try job.next(.agreed(false)) }
        #expect(error.kind == .refused)
        #expect(anchor.count("PUT /kyc/customer") == 0)
        #expect(try anchor.record().step == .customer)
    }

    @Test func `names the required fields that are missing`() throws {
        let anchor = Self.anchor([Self.needsName])
        var job = try anchor.deposit()
        _ = try Self.request(&job)
        #expect(throws: TransferError.anchor(.customerInfoNeeded(domain: "anchor.example", fields: ["first_name"]))) {
            try job.next(Self.answers(("email_address", "ada@example.com")))
        }
        #expect(anchor.count("PUT /kyc/customer") == 0)
    }

    @Test func `rejects a field that the anchor did not ask for`() throws {
        let anchor = Self.anchor([Self.needsName])
        var job = try anchor.deposit()
        _ = try Self.request(&job)
        #expect(throws: TransferError.self) {
            try job.next(Self.answers(("first_name", "Ada"), ("birth_date", "1990-12-31")))
        }
        #expect(anchor.count("PUT /kyc/customer") == 0)
    }

    @Test func `answers with the fields given in advance when unattended`() throws {
        let anchor = Self.anchor([Self.needsName, Self.accepted])
        var job = try anchor.deposit(isAttended: false, sources: CustomerSources(fields: ["first_name": "Ada"]))
        let answers = try Self.request(&job).knownAnswers()
        #expect(answers.fields.map(\.name) == ["first_name"])
        _ = try job.next(.customer(answers))
        try job.untilSummary(.agreed(true))
    }

    @Test func `does not query customer data when unattended without a source of data`() throws {
        let anchor = Self.anchor([Self.needsName])
        var job = try anchor.deposit(isAttended: false)
        try job.untilSummary()
        #expect(anchor.count("GET /kyc/customer") == 0)
    }

    @Test func `rejects a value given in advance that is not among the anchor's choices`() throws {
        let anchor = Self.anchor([
            #"{"id":"7","status":"NEEDS_INFO","fields":{"sex":{"type":"string","choices":["female","male"]}}}"#
        ])
        var job = try anchor.deposit(isAttended: false, sources: CustomerSources(fields: ["sex": "unknown"]))
        let request = try Self.request(&job)
        #expect(throws: Failure.self) { try request.knownAnswers() }
    }

    @Test func `fails if the anchor rejects the customer`() throws {
        var job = try Self.anchor([#"{"id":"7","status":"REJECTED","message":"no"}"#]).deposit()
        let error = try #require(throws: TransferError.self) { try job.untilSummary() }
        #expect(error.kind == .refusedByLedger)
    }

    @Test func `waits at most 30 seconds while the anchor checks the data`() throws {
        var job = try Self.anchor([#"{"id":"7","status":"PROCESSING"}"#]).deposit()
        var seconds: UInt64 = 0
        let error = try #require(throws: TransferError.self) {
            while let step = try job.next() { if case .wait(let more) = step { seconds += more } }
        }
        #expect(error.kind == .unknownYet && seconds == 30)
    }

    @Test func `asks again after the anchor's objection, without repeating the value`() throws {
        let anchor = Self.anchor(
            [Self.needsName, Self.needsName], put: .refused(400, #"{"error":"Ada is too short"}"#))
        var job = try anchor.deposit()
        _ = try Self.request(&job)
        _ = try job.next(Self.answers(("first_name", "Ada")))
        guard case .notice(let notice)? = try job.next(.agreed(true)) else { return #expect(Bool(false)) }
        #expect(notice.level == .objection && !notice.lines(at: "anchor.example")[0].contains("Ada"))
        #expect(try Self.request(&job).questions.map(\.name) == ["first_name"])
    }

    @Test func `returns to the customer data if the anchor asks for more after the summary`() throws {
        let late = #"{"type":"non_interactive_customer_info_needed","fields":["last_name"]}"#
        let anchor = RecordedAnchor([
            "GET /sep6/info": [.ok(RecordedAnchor.info)], "GET /kyc/customer": [.ok(Self.accepted)],
            "PUT /kyc/customer": [.ok(#"{"id":"7"}"#)],
            "GET /sep6/deposit": [.refused(403, late), .ok(#"{"id":"42"}"#)],
        ])
        var job = try anchor.deposit()
        try job.untilSummary()
        guard case .notice(let notice)? = try job.next(.agreed(true)) else { return #expect(Bool(false)) }
        #expect(notice.level == .detour)
        #expect(try anchor.record().step == .customer)
        #expect(try Self.request(&job).questions.map(\.name) == ["last_name"])
    }
}
