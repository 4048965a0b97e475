// SPDX-License-Identifier: Apache-2.0

import AnchorAPI
import Anchors
import Codec
import Crypto
import HTTP
import Journal

/// One run of a transfer's job: up to the first step that needs an answer which the form does not have.
struct TransferRun {
    private(set) var job: TransferJob
    /// Nil for a run that only looks.
    private let answers: DeskFields?
    private var scene = TransferPageState()
    private var (hasGivenData, hasAgreed, hasChosen) = (false, false, false)
    /// Whether the anchor has begun the transfer in this run.
    private(set) var hasBegun = false

    init(_ job: TransferJob, _ answers: DeskFields?) {
        self.job = job
        self.answers = answers
    }

    /// Field names of the form, by what they are.
    enum Prefix {
        static let customer = "customer."
        static let file = "file."
        static let field = "field."
    }

    mutating func run() throws(TransferError) -> TransferPageState {
        var job = job
        defer { self.job = job }
        try job.run { step, job in try take(step, of: job) }
        return scene
    }

    private mutating func take(_ step: TransferStep, of job: TransferJob) throws(TransferError) -> TransferReply {
        switch step {
        case .notice(let notice): scene.notices += notice.lines(at: job.session.domain.text)
        case .customerData, .recorded, .fee: break
        case .wait(let seconds): return stop(.wait(seconds: seconds))
        case .question(let question): return try take(question, of: job)
        // The PIN of the profile is not typed into a page.
        case .profile: return .goOn(.profile(nil))
        case .customerFields(let request): return take(request)
        // The button of the form says that what is filled in goes to the anchor.
        case .disclosure: return .goOn(.agreed(hasGivenData))
        case .summary: return agreement(to: job.terms)
        case .mayHaveBegun(let found): return choice(found)
        case .result(let result): take(result, from: job.session)
        }
        return .goOn()
    }

    private mutating func stop(_ need: TransferPageState.Need) -> TransferReply {
        scene.need = need
        return .stop
    }

    // MARK: details

    private mutating func take(
        _ question: TransferQuestion, of job: TransferJob
    ) throws(TransferError) -> TransferReply {
        let open = try job.openQuestions()
        for question in open {
            let name = Prefix.field + question.label
            guard let answers, answers.has(name) else { continue }
            if let objection = answers[name].map({ question.objection(to: $0) })
                ?? (question.isOptional ? nil : .missing)
            {
                scene.errors[name] = ShownText.of(objection.message)
            }
        }
        let name = Prefix.field + question.label
        if scene.errors.isEmpty, let answers, answers.has(name) { return .goOn(.text(answers[name])) }
        let asks = open.map { FieldAsk($0) }
        guard question.isAskedAgain else { return stop(.details(asks)) }
        show(job.terms)
        return stop(.agreement(asks))
    }

    // MARK: customer data

    private mutating func take(_ request: CustomerRequest) -> TransferReply {
        let asks = request.questions.map { FieldAsk($0) }
        guard let answers, answers["give"] == "customer", !hasGivenData else { return stop(.customer(asks)) }
        let (given, errors) = answers.customerAnswers(to: request.questions)
        guard errors.isEmpty else {
            scene.errors = errors
            return stop(.customer(asks))
        }
        hasGivenData = true
        return .goOn(.customer(given))
    }

    // MARK: terms

    private mutating func show(_ terms: [AnchorFact]) {
        scene.terms = ReportView.facts(terms)
        // No two lists of terms have one text, whatever names and values an anchor gives.
        let text = JSON.array(terms.flatMap { [.string($0.label), .string($0.value)] }).text()
        scene.fingerprint = Hex.encode(Array(SHA256.hash(Array(text.utf8)).prefix(16)))
    }

    private mutating func agreement(to terms: [AnchorFact]) -> TransferReply {
        show(terms)
        if let answers, !hasAgreed, let agreed = answers["agreed"] {
            if agreed == scene.fingerprint {
                hasAgreed = true
                return .goOn(.agreed(true))
            }
            scene.notices.append("The terms have changed since they were shown. Read them again.")
        }
        return stop(.agreement([]))
    }

    private mutating func choice(_ found: [Transfer]) -> TransferReply {
        if let answers, !hasChosen, let chosen = answers["transfer"] {
            hasChosen = true
            return .goOn(.transfer(id: chosen == "none" ? nil : chosen))
        }
        let rows = found.map { $0.row.map { ShownText.of($0) } }
        return stop(.choice(rows, ids: found.map(\.id)))
    }

    private mutating func take(_ result: TransferResult, from session: AnchorSession) {
        hasBegun = hasAgreed
        scene.need = .nothing
        // The page says the meaning itself, with a button for the next step.
        scene.facts = ReportView.facts(result.facts.filter { $0.name != .topic(.meaning) })
        if let page = result.page {
            do throws(Failure) {
                try session.checkOpening(page)
                scene.page = page
            } catch { scene.notices.append(error.wording.pageText) }
        }
        scene.isPaidNow = result.isPaidNow
    }
}

extension DeskFields {
    /// The customer fields that a form gives.
    ///
    /// - Returns: what was given, and why values are not accepted, by the form's field.
    func customerAnswers(to questions: [CustomerQuestion]) -> (CustomerAnswers, errors: [String: String]) {
        var (given, errors) = (CustomerAnswers(), [String: String]())
        for question in questions {
            let name = (question.isFile ? TransferRun.Prefix.file : TransferRun.Prefix.customer) + question.name
            let file = question.isFile ? files(name).first : nil
            let text = question.isFile ? nil : self[name]
            guard file != nil || text != nil else {
                if !question.isOptional { errors[name] = FieldObjection.missing.message }
                continue
            }
            if let text {
                if let objection = question.objection(to: text) {
                    errors[name] = ShownText.of(objection.message)
                } else {
                    given.fields.append((question.name, text))
                }
            }
            if let file {
                do throws(Failure) {
                    given.files.append(
                        try CustomerServer.File(field: question.name, name: file.name, checking: file.content))
                } catch { errors[name] = error.reason.pageText }
            }
        }
        return (given, errors)
    }
}

/// Where a transfer stands, and what it needs from the user. It has no answer of theirs.
struct TransferPageState: Hashable, Sendable {
    enum Need: Hashable, Sendable {
        case nothing
        /// The anchor is at work, for some seconds.
        case wait(seconds: UInt64)
        case login
        /// It was on its way to the anchor when a program ended, or still is: the user says whether to find out.
        case interrupted
        case customer([FieldAsk])
        /// Details that the anchor asks for again.
        case details([FieldAsk])
        /// To agree to the terms, with the values of the further fields.
        case agreement([FieldAsk])
        /// To say which of the anchor's transfers it is: rows that end with the id.
        case choice([[String]], ids: [String])
    }

    var need = Need.nothing
    var notices: [String] = []
    /// What the user agrees to.
    var terms: [ReportView.Fact] = []
    /// Identifies the terms that were shown.
    var fingerprint = ""
    /// What the anchor says of the transfer.
    var facts: [ReportView.Fact] = []
    /// The anchor's page to open now.
    var page: HTTPURL?
    /// Whether the anchor waits for the payment of a withdrawal.
    var isPaidNow = false
    /// Why the answers were not accepted, by field.
    var errors: [String: String] = [:]
}
