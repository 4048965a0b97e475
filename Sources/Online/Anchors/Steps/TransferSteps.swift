// SPDX-License-Identifier: Apache-2.0

import AnchorAPI
import Codec
import Journal
import LedgerAPI
import Stellar
import StellarXDR

/// The steps of a transfer whose details are settled. Each is stored on disk before the next one begins, so that the
/// transfer can be resumed if the program ends.
struct TransferSteps {
    enum Phase {
        /// Before it is recorded.
        case checking(AnyLedger?)
        /// At the beginning of the record's step.
        case start
        case customerData
        case customerDataOnPage
        case customer(CustomerDialogue)
        case feeShown
        case checkingAgain(AnyLedger?)
        case forgottenField(TransferQuestion)
        case summary
        case agreed
        case unknownToAnchor
        case found([Transfer], isShown: Bool)
        case customerUpdate(CustomerDialogue)
        case fieldUpdate(FieldUpdate)
        case updated
        case finished
    }

    let session: AnchorSession
    let token: AccessToken
    let server: TransferServer
    let journal: any TransferBook
    let sources: CustomerSources
    /// Whether a person can be asked.
    let isAttended: Bool
    var record: RecordedTransfer
    /// Fields with their values, which are kept in memory only.
    var fields: [(name: String, value: String)]
    /// The fee, if this run has determined it.
    var fee: TransferFee?
    /// Customer fields that the anchor asked for when the transfer was to be begun.
    var wanted: [String] = []
    /// Optional fields that the user left out.
    var leftOut: Set<String> = []
    var phase: Phase

    /// A transfer with these details, which must be settled.
    init(
        _ details: TransferDetails, _ session: AnchorSession, token: AccessToken, sources: CustomerSources,
        isAttended: Bool, journal: any TransferBook
    ) throws(Failure) {
        (server, record) = try details.settled()
        fields = details.fields
        (self.session, self.token, self.sources) = (session, token, sources)
        (self.isAttended, self.journal, phase) = (isAttended, journal, .checking(nil))
    }

    /// The transfer of a record, at the step where it stands.
    ///
    /// - Parameter fields: values of its further fields, which are not stored.
    init(
        resuming record: RecordedTransfer, _ session: AnchorSession, token: AccessToken,
        fields: [(name: String, value: String)], sources: CustomerSources, isAttended: Bool,
        journal: any TransferBook
    ) throws(Failure) {
        server = try session.transfers(record.protocol)
        (self.session, self.token, self.record, self.fields) = (session, token, record, fields)
        (self.sources, self.isAttended, self.journal, phase) = (sources, isAttended, journal, .start)
    }

    var kind: TransferKind { record.kind }
    var resuming: NextStep { session.resuming(record.number) }

    // MARK: driving it

    /// The next step; nil after the result. A step that needs an answer is repeated until it gets one.
    mutating func next(_ answer: TransferAnswer?) throws -> TransferStep? {
        if let answer { try take(answer) }
        while true {
            if case .finished = phase { return nil }
            if let step = try proceed() { return step }
        }
    }

    private mutating func take(_ answer: TransferAnswer) throws {
        switch (phase, answer) {
        case (.customer(var dialogue), _):
            try Self.take(answer, for: &dialogue)
            phase = .customer(dialogue)
        case (.customerUpdate(var dialogue), _):
            try Self.take(answer, for: &dialogue)
            phase = .customerUpdate(dialogue)
        case (.forgottenField(let question), .text(let text)):
            guard case .forgottenField(let name) = question.subject else { break }
            if let value = try question.answer(text) { fields.append((name, value)) } else { leftOut.insert(name) }
            phase = .start
        case (.fieldUpdate(var update), .text(let text)):
            try update.answer(text)
            phase = .fieldUpdate(update)
        case (.summary, .agreed(let isAgreed)):
            guard isAgreed else {
                throw Failure(
                    .refused, "you did not agree; nothing was begun", hint: "to be asked again: \(step: resuming)")
            }
            phase = .agreed
        case (.found(let found, _), .transfer(let id)): try choose(id, among: found)
        default: throw Self.unasked
        }
    }

    private static func take(_ answer: TransferAnswer, for dialogue: inout CustomerDialogue) throws {
        switch answer {
        case .profile(let profile): try dialogue.answer(profile)
        case .customer(let answers): try dialogue.answer(answers)
        case .agreed(let isAgreed): try dialogue.agree(isAgreed)
        case .text, .later, .transfer: throw unasked
        }
    }

    static let unasked = Failure(.bug, "an answer to something that was not asked")

    /// - Returns: nil when the next phase needs no answer.
    private mutating func proceed() throws -> TransferStep? {
        switch phase {
        case .checking(let view):
            if let step = try check(view, { .checking($0) }) { return step }
            do throws(JournalError) { record = try journal.add(record) } catch { throw Failure(error) }
            phase = .start
            return .recorded(number: record.number)
        case .start:
            switch record.step {
            case .customer:
                phase = .customerData
                return .customerData
            case .fee: return try feeStep()
            case .summary: return try summaryStep()
            case .sending: return try look()
            case .begun: return try goOn()
            }
        case .customerData, .customerDataOnPage, .customer: return try customerStep()
        case .feeShown: try move(to: .summary)
        case .checkingAgain(let view):
            if let step = try check(view, { .checkingAgain($0) }) { return step }
            let before = record
            try reckon()
            // A new quote is the transfer's from now on, even if the user agrees in another run.
            if record == before { phase = .start } else { try move(to: .summary) }
        case .forgottenField(let question): return .question(question)
        case .summary: return .summary(summary)
        case .agreed: return try begin()
        case .unknownToAnchor: try move(to: .summary)
        case .found(let found, let isShown): return try ask(found, isShown)
        case .customerUpdate(var dialogue):
            if let step = try dialogue.next() {
                phase = .customerUpdate(dialogue)
                return Self.step(step)
            }
            phase = .updated
        case .fieldUpdate(let update): return try send(update)
        case .updated: return try conclude(try current())
        case .finished: return nil
        }
        return nil
    }

    /// Records the step, at whose beginning the job is then.
    mutating func move(to step: RecordedTransfer.Step) throws(Failure) {
        let before = record.step
        var next = record
        next.step = step
        do throws(JournalError) { record = try journal.update(next, before: before) } catch { throw Failure(error) }
        phase = .start
    }

    // MARK: customer data

    private mutating func customerStep() throws -> TransferStep? {
        switch phase {
        case .customerData where server.protocol == .sep24:
            phase = .customerDataOnPage
            return .notice(.dataOnPage)
        case .customerData:
            phase = .customer(try dialogue(CustomerServer.Query(type: kind.customerType), wanted: wanted))
        case .customer(var dialogue):
            if let step = try dialogue.next() {
                phase = .customer(dialogue)
                return Self.step(step)
            }
            wanted = []
            try move(to: .fee)
        default: try move(to: .fee)
        }
        return nil
    }

    func dialogue(_ query: CustomerServer.Query, wanted: [String]) throws(AnchorError) -> CustomerDialogue {
        try CustomerDialogue(
            session, token, query, wanted: wanted, sources: sources, isAttended: isAttended, resuming: resuming)
    }

    static func step(_ step: CustomerDialogue.Step) -> TransferStep {
        switch step {
        case .notice(let notice): .notice(notice)
        case .wait(let seconds): .wait(seconds: seconds)
        case .profile(let isAsked): .profile(isAsked: isAsked)
        case .fields(let request): .customerFields(request)
        case .disclosure(let names): .disclosure(names)
        }
    }

    // MARK: the fee

    private mutating func feeStep() throws -> TransferStep? {
        try reckon()
        phase = .feeShown
        return fee.map { .fee($0) }
    }

    /// Determines the fee. If no amount was given, the quote's amount becomes the transfer's.
    private mutating func reckon() throws {
        let fee = try TransferFee(self)
        (self.fee, record.quoteID) = (fee, fee.quote?.id)
        record.amount = record.amount ?? fee.quote?.sellAmount.text
    }
}

extension TransferKind {
    /// The SEP-12 customer type for transfers of this kind.
    ///
    /// - Source: SEP-6 §Deposit, SEP-12 §Customer GET.
    package var customerType: String { self == .deposit ? "sep6-deposit" : "sep6-withdraw" }
}
