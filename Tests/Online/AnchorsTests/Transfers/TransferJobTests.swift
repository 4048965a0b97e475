// SPDX-License-Identifier: Apache-2.0

import AnchorAPI
import Codec
import Journal
import Stellar
import Testing

@testable import Anchors

struct TransferJobTests {
    private static let accepted = #"{"id":"7","status":"ACCEPTED"}"#
    private static let started = #"{"id":"42","how":"pay the bank"}"#

    private static func anchor(_ more: [String: [RecordedAnchor.Answer]] = [:]) -> RecordedAnchor {
        RecordedAnchor(
            [
                "GET /sep6/info": [.ok(RecordedAnchor.info)], "GET /kyc/customer": [.ok(accepted)],
                "GET /sep6/deposit": [.ok(started)],
            ].merging(more) { $1 })
    }

    @Test func `goes from the details to the anchor's instructions`() throws {
        let anchor = Self.anchor()
        var job = try anchor.deposit()
        var names: [String] = []
        var answer: TransferAnswer?
        while let step = try job.next(answer) {
            answer = nil
            switch step {
            case .recorded(let number): names.append("recorded \(number)")
            case .customerData: names.append("customer")
            case .notice(let notice): names += notice.lines(at: "anchor.example")
            case .fee(let fee): names.append("fee \(fee.facts[.fee] ?? "")")
            case .summary(let facts):
                #expect(try anchor.record().step == .summary)
                #expect(anchor.count("GET /sep6/deposit") == 0)
                names.append("summary \(facts[.asset] ?? "")")
                answer = .agreed(true)
            case .result(let result):
                names.append("result \([result.facts[.how]].compactMap(\.self))")
                if case .anchor(.watch(_, .number(1)))? = result.watching {} else { Issue.record("it is not followed") }
            default: Issue.record("an unexpected step")
            }
        }
        #expect(
            names == [
                "recorded 1", "customer", "anchor.example has accepted what it knows about you", "fee 1 USDC",
                "summary USDC:\(RecordedAnchor.issuer)", #"result ["pay the bank"]"#,
            ])
        let record = try anchor.record()
        #expect(record.step == .begun && record.transferID == "42")
    }

    @Test func `begins nothing without agreement to the summary`() throws {
        let anchor = Self.anchor()
        var job = try anchor.deposit()
        try job.untilSummary()
        let error = try #require(throws: TransferError.self) { try job.next(.agreed(false)) }
        #expect(error.kind == .refused && error.hint?.steps == [.anchor(.resume(number: 1, isLoopback: false))])
        #expect(anchor.count("GET /sep6/deposit") == 0)
        #expect(try anchor.record().step == .summary)
    }

    @Test func `repeats the summary until it is answered`() throws {
        var job = try Self.anchor().deposit()
        try job.untilSummary()
        guard case .summary? = try job.next() else { return #expect(Bool(false)) }
    }

    @Test func `rejects an answer that does not match the current step`() throws {
        let anchor = Self.anchor()
        var job = try anchor.deposit()
        try job.untilSummary()
        for answer in [TransferAnswer.text("yes"), .customer(CustomerAnswers()), .transfer(id: "42"), .profile(nil)] {
            #expect(throws: TransferError.self) { try job.next(answer) }
        }
        #expect(anchor.count("GET /sep6/deposit") == 0)
    }

    @Test func `rejects an amount below the anchor's minimum and records nothing`() throws {
        let info = #"{"deposit":{"USDC":{"enabled":true,"min_amount":1000}}}"#
        let anchor = Self.anchor(["GET /sep6/info": [.ok(info)]])
        var job = try anchor.deposit()
        let error = try #require(throws: TransferError.self) { try job.next() }
        #expect(error.kind == .badInput)
        #expect(throws: Failure.self) { try anchor.record() }
    }

    @Test(arguments: [#""ten""#, "true", #""1e3x""#])
    func `reports a malformed amount as a protocol violation`(amount: String) throws {
        let info = #"{"deposit":{"USDC":{"enabled":true,"min_amount":\#(amount)}}}"#
        var job = try Self.anchor(["GET /sep6/info": [.ok(info)]]).deposit()
        let error = try #require(throws: TransferError.self) { try job.next() }
        #expect(error.kind == .protocolBroken)
    }

    @Test func `returns to the summary when the anchor rejects the transfer`() throws {
        let anchor = Self.anchor(["GET /sep6/deposit": [.refused(400, #"{"error":"not today"}"#), .ok(Self.started)]])
        var job = try anchor.deposit()
        try job.untilSummary()
        let error = try #require(throws: TransferError.self) { try job.next(.agreed(true)) }
        #expect(error.kind == .refusedByLedger && error.message.contains("not today"))
        #expect(try anchor.record().step == .summary)
        var later = try anchor.resumed()
        try later.untilSummary()
        guard case .result? = try later.next(.agreed(true)) else { return #expect(Bool(false)) }
    }

    @Test func `removes the user's input from the anchor's rejection message`() throws {
        let anchor = Self.anchor(["GET /sep6/deposit": [.refused(400, #"{"error":"bad IBAN DE8937040044"}"#)]])
        var job = try anchor.deposit(fields: [("dest", "DE8937040044")])
        try job.untilSummary()
        let error = try #require(throws: TransferError.self) { try job.next(.agreed(true)) }
        #expect(!error.message.contains("DE8937040044"))
    }

    @Test func `asks again for a field whose value is not stored`() throws {
        let anchor = Self.anchor()
        var job = try anchor.deposit(fields: [("dest", "DE89")])
        try job.untilSummary()
        #expect(try anchor.record().fields == "dest")
        var later = try anchor.resumed()
        guard case .question(let question)? = try later.next() else { return #expect(Bool(false)) }
        #expect(question.subject == .forgottenField("dest"))
        try later.untilSummary(.text("DE89"))
        var unattended = try anchor.resumed(isAttended: false)
        let error = try #require(throws: TransferError.self) { try unattended.next() }
        #expect(error.kind == .usage)
    }

    // MARK: running it

    @Test func `needs a login before anything is asked`() throws {
        let anchor = Self.anchor()
        let session = try anchor.session()
        let failure = try #require(throws: Failure.self) {
            try TransferJob(
                try TransferParameters(.deposit), at: session, sources: CustomerSources(), isAttended: true
            ) { text throws(Failure) in throw Failure(.badInput, Wording(text)) }
        }
        #expect(failure.kind == .refused && anchor.count("GET /sep6/info") == 0)
    }

    @Test func `an answer to a detail that is not accepted names the input, and the question stays`() throws {
        var parameters = try TransferParameters(.deposit)
        parameters.asset = "USDC"
        var job = try TransferJob(
            parameters, at: try Self.anchor().loggedIn(), sources: CustomerSources(), isAttended: true
        ) { text throws(Failure) in throw Failure(.badInput, Wording(text)) }
        _ = try job.next()
        for answer in [TransferAnswer.text("5"), .text("ten"), .text(nil)] {
            let error = try #require(throws: TransferError.self) { try job.next(answer) }
            guard case .failure(let failure) = error else { return #expect(Bool(false)) }
            #expect(failure.field == .amount && failure.kind == .badInput)
        }
        // Only a field of the anchor's can be left to the summary.
        #expect(throws: TransferError.self) { try job.next(.later) }
        try job.untilSummary(.text("100"))
    }

    @Test func `a run that is stopped leaves the transfer where it stands`() throws {
        let anchor = Self.anchor()
        var job = try anchor.deposit()
        try job.run { step, _ in if case .summary = step { .stop } else { .goOn() } }
        #expect(try anchor.record().step == .summary && anchor.count("GET /sep6/deposit") == 0)
        var (later, hasResult) = (try anchor.resumed(), false)
        try later.run { step, _ in
            if case .summary = step { return .goOn(.agreed(true)) }
            if case .result = step { hasResult = true }
            return .goOn()
        }
        #expect(hasResult && later.record?.transferID == "42")
    }

    @Test func `what a front end throws ends the run`() throws {
        var job = try Self.anchor().deposit()
        let error = try #require(throws: TransferError.self) {
            try job.run { step, _ in
                if case .summary = step { throw Failure(.refused, "no") }
                return .goOn()
            }
        }
        #expect(error == .failure(Failure(.refused, "no")))
    }

    // MARK: fields whose values are given with the agreement

    private static let described = #"""
        {"deposit":{"USDC":{"enabled":true,"fields":{
        "dest":{"description":"IBAN","choices":["DE89","CH93"]},"note":{"description":"a word","optional":true}}}}}
        """#

    /// A job whose further fields were left to the summary.
    private func postponed(_ anchor: RecordedAnchor) throws -> TransferJob {
        var parameters = try TransferParameters(.deposit)
        (parameters.asset, parameters.amount) = ("USDC", DecimalText("100"))
        var job = try TransferJob(
            parameters, at: try anchor.loggedIn(), sources: CustomerSources(), isAttended: true
        ) { text throws(Failure) in throw Failure(.badInput, Wording(text)) }
        var labels: [String] = []
        try job.run { step, job in
            switch step {
            case .question(let question):
                labels.append(question.label)
                #expect(question.field == nil && job.record == nil)
                return .goOn(.later)
            case .recorded: return .stop
            default: return .goOn()
            }
        }
        #expect(labels == ["dest", "note"])
        return job
    }

    @Test func `a field that was left to the summary is asked for there, as the anchor describes it`() throws {
        let anchor = Self.anchor(["GET /sep6/info": [.ok(Self.described)]])
        var job = try postponed(anchor)
        let step = try job.until { if case .question = $0 { true } else { false } }
        guard case .question(let question) = step else { return }
        #expect(question.label == "dest" && question.isAskedAgain && question.choices == ["DE89", "CH93"])
        let open = try job.openQuestions()
        #expect(open.map(\.label) == ["dest", "note"] && open.map(\.isOptional) == [false, true])
        #expect(open.map(\.about) == ["IBAN", "a word"])
        #expect(try anchor.record().fields == "dest,note")
        // The terms are known before the fields.
        #expect(job.terms[.fee] != nil)
        #expect(throws: TransferError.self) { try job.next(.text("DE00")) }
        #expect(throws: TransferError.self) { try job.next(.text(nil)) }
        _ = try job.next(.text("DE89"))
        #expect(try job.openQuestions().map(\.label) == ["note"])
        try job.untilSummary(.text(nil))
        #expect(try job.openQuestions().isEmpty)
        guard case .result? = try job.next(.agreed(true)) else { return #expect(Bool(false)) }
    }

    @Test func `an unattended run names the fields that were left to the summary`() throws {
        let anchor = Self.anchor(["GET /sep6/info": [.ok(Self.described)]])
        var job = try postponed(anchor)
        _ = try job.until { if case .question = $0 { true } else { false } }
        var later = try anchor.resumed(isAttended: false)
        let error = try #require(throws: TransferError.self) { try later.next() }
        #expect(error.kind == .usage && error.message.contains("field dest=..."))
    }
}
