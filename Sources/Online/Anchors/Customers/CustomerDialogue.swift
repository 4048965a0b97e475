// SPDX-License-Identifier: Apache-2.0

package import AnchorAPI
import Codec
import Journal

/// Gives an anchor the customer data that it asks for and nothing else, round by round.
///
/// Stores none of the values.
struct CustomerDialogue {
    /// What the dialogue needs next.
    enum Step {
        case notice(TransferNotice)
        /// Wait so many seconds, then call `next` again.
        case wait(seconds: UInt64)
        /// Open the profile.
        ///
        /// - isAsked: whether the user is to be asked first.
        case profile(isAsked: Bool)
        case fields(CustomerRequest)
        /// Agree to give these fields to the anchor for the first time.
        case disclosure([String])
    }

    private enum Phase {
        case customer
        /// The first wait, after its notice.
        case waiting
        case profile(Round)
        case fields(Round)
        case disclosure(CustomerAnswers, new: [String])
        case finished
    }

    /// One round of questions.
    private struct Round {
        let required: [String]
        let questions: [CustomerQuestion]
    }

    private let session: AnchorSession
    private let token: AccessToken
    private let server: CustomerServer?
    private let query: CustomerServer.Query
    private let resuming: NextStep
    private let isAttended: Bool
    private var sources: CustomerSources
    private var profile: OpenProfile?
    private var wanted: [String]
    /// Values sent to the anchor in this dialogue.
    private var told: [String] = []
    private var phase = Phase.customer
    /// What is to be shown before the next request.
    private var notices: [TransferNotice] = []
    private var (round, waits) = (0, 0)

    /// The maximum number of rounds for data that the anchor did not accept, and the maximum number of waits, with
    /// their length in seconds, for the anchor to check the data.
    private static let (mostRounds, mostWaits, pause) = (8, 15, UInt64(2))

    /// - Parameters:
    ///   - wanted: fields that the anchor asked for elsewhere.
    ///   - sources: what may be given without a question.
    ///   - isAttended: whether a person can be asked.
    ///   - resuming: continues the transfer.
    init(
        _ session: AnchorSession, _ token: AccessToken, _ query: CustomerServer.Query, wanted: [String],
        sources: CustomerSources, isAttended: Bool, resuming: NextStep
    ) throws(AnchorError) {
        (self.session, self.token, self.query, self.wanted) = (session, token, query, wanted)
        (self.sources, self.isAttended, self.resuming) = (sources, isAttended, resuming)
        do throws(AnchorError) {
            server = try CustomerServer(session.toml, by: session.transport)
        } catch {
            guard case .noService = error else { throw error }
            server = nil
        }
        // Without a source of data the anchor is not asked: it reports missing data when the transfer is begun.
        if !hasSource { phase = .finished }
    }

    /// Whether there is any source of data.
    var hasSource: Bool { isAttended || !sources.isEmpty }

    private var domain: String { session.domain.text }

    // MARK: driving it

    /// The next step; nil once the anchor accepts the customer or asks for nothing more that is required.
    ///
    /// A question is repeated until it is answered.
    mutating func next() throws -> Step? {
        while true {
            if !notices.isEmpty { return .notice(notices.removeFirst()) }
            switch phase {
            case .customer: if let step = try ask() { return step }
            case .waiting:
                phase = .customer
                return .wait(seconds: Self.pause)
            case .profile(let round):
                if let step = profileStep(round) { return step }
                phase = .fields(round)
            case .fields(let round):
                return .fields(CustomerRequest(round.questions, sources, profile))
            case .disclosure(_, let new): return .disclosure(new)
            case .finished: return nil
            }
        }
    }

    /// Continues with the opened profile, or without one if the user declines.
    mutating func answer(_ profile: OpenProfile?) throws(Failure) {
        guard case .profile(let round) = phase else { throw Self.unasked }
        self.profile = profile
        phase = .fields(round)
    }

    /// Continues with values for the fields.
    ///
    /// - Throws: `AnchorError.customerInfoNeeded` when a required one is missing.
    mutating func answer(_ answers: CustomerAnswers) throws {
        guard case .fields(let round) = phase else { throw Self.unasked }
        let names = answers.fields.map(\.name) + answers.files.map(\.field)
        guard Set(names).isSubset(of: round.questions.map(\.name)) else { throw Self.unasked }
        let missing = round.required.filter { !names.contains($0) }
        guard missing.isEmpty else { throw AnchorError.customerInfoNeeded(domain: domain, fields: missing) }
        (self.round, wanted, phase) = (self.round + 1, [], .customer)
        guard !names.isEmpty else { return }
        // A code that the anchor itself sent discloses nothing.
        let disclosed = names.filter { !$0.hasSuffix("_verification") }
        // Only a profile remembers which fields an anchor got before.
        phase = .disclosure(answers, new: profile?.new(to: domain, among: disclosed) ?? disclosed)
        if case .disclosure(_, let new) = phase, new.isEmpty { try agree(true) }
    }

    /// Continues with the user's decision on the first disclosure, and sends the data.
    ///
    /// - Throws: `.refused` when the user does not agree.
    mutating func agree(_ isAgreed: Bool) throws {
        guard case .disclosure(let answers, let new) = phase else { throw Self.unasked }
        guard isAgreed else {
            throw Failure(.refused, "you did not agree; nothing was sent", hint: "to be asked again: \(step: resuming)")
        }
        // Record first: the data may arrive even if the request fails.
        if !new.isEmpty { try profile?.note(new, givenTo: domain) }
        phase = .customer
        try send(answers)
    }

    // MARK: one round

    private mutating func ask() throws -> Step? {
        guard let server else { return end(.noDataWanted) }
        guard let customer = try customer(server) else {
            return end(.dataNotNamedBeforehand)
        }
        let names = Self.unique((customer.status == .accepted ? [] : customer.missing) + wanted)
        switch (customer.status, names.isEmpty) {
        case (.rejected, _):
            throw AnchorError.customerStatus(
                domain: domain, status: "rejected", more: customer.message.map { AnchorError.leavingOut(told, of: $0) })
        case (.accepted, true): return end(.dataAccepted)
        // Only optional fields are left, and the user has been asked for them.
        case (.needsInfo, true) where round > 0:
            phase = .finished
            return nil
        case (.processing, true): return try wait()
        default:
            guard round < Self.mostRounds, isAttended || round < 2 else {
                throw AnchorError.customerInfoNeeded(domain: domain, fields: names)
            }
            phase = .profile(questions(customer, names))
            return nil
        }
    }

    private mutating func end(_ notice: TransferNotice) -> Step {
        phase = .finished
        return .notice(notice)
    }

    private mutating func wait() throws(Failure) -> Step {
        guard waits < Self.mostWaits else {
            throw Failure(
                .unknownYet, "\(domain) is still looking at what it knows about you",
                hint: "to go on: \(step: resuming)")
        }
        waits += 1
        guard waits == 1 else { return .wait(seconds: Self.pause) }
        phase = .waiting
        return .notice(.dataBeingChecked)
    }

    private func questions(_ customer: Customer, _ names: [String]) -> Round {
        let known = Dictionary((customer.wanted + customer.given).map { ($0.name, $0) }) { first, _ in first }
        // A field may be asked for again, and the reason stand with what was given.
        let given = Dictionary(customer.given.map { ($0.name, $0) }) { first, _ in first }
        let optional = round == 0 ? customer.wanted.filter(\.isOptional).map(\.name) : []
        return Round(
            required: names,
            questions: Self.unique(names + optional).map { name in
                CustomerQuestion(name, known[name], given: given[name], isOptional: !names.contains(name))
            })
    }

    private func profileStep(_ round: Round) -> Step? {
        guard profile == nil else { return nil }
        if sources.usesProfile { return .profile(isAsked: false) }
        guard isAttended, Profile.exists(in: session.settings.folder),
            !round.questions.allSatisfy({ sources.fields[$0.name] != nil })
        else { return nil }
        return .profile(isAsked: true)
    }

    /// - Returns: nil if the anchor does not say in advance what it wants and the user gave no fields.
    private func customer(_ server: CustomerServer) throws -> Customer? {
        do throws(AnchorError) {
            return try server.customer(query, of: try client(), token: token)
        } catch {
            guard case .refused = error, isAttended, sources.fields.isEmpty else { throw error }
            return nil
        }
    }

    private mutating func send(_ answers: CustomerAnswers) throws {
        guard let server else { return }
        told += answers.fields.map(\.value)
        do throws(AnchorError) {
            _ = try server.put(answers.fields, files: answers.files, query, of: try client(), token: token)
        } catch {
            let error = error.leavingOut(told)
            guard case .refused = error, isAttended else { throw error }
            notices.append(.dataNotAccepted(error.message))
        }
        // Values that were sent are not offered again, whether or not the anchor accepted them.
        for name in answers.fields.map(\.name) { sources.fields[name] = nil }
        for file in answers.files { sources.files[file.field] = nil }
    }

    private func client() throws(AnchorError) -> WebAuthClient {
        guard let client = session.client else { throw .loginNeeded(domain: domain, hadToken: false) }
        return client
    }

    private static func unique(_ names: [String]) -> [String] {
        var seen: Set<String> = []
        return names.filter { seen.insert($0).inserted }
    }

    private static let unasked = Failure(.bug, "an answer to something that was not asked")
}

/// A customer field that an anchor asks for.
package struct CustomerQuestion: Sendable {
    package let name: String
    package let isOptional: Bool
    /// Whether it takes a file instead of text.
    package let isFile: Bool
    /// Whether the anchor rejected the value that it has.
    package let isRejected: Bool
    /// What the field is, as the anchor describes it; empty if it does not.
    package let about: String
    /// The accepted values; empty when any is.
    package let choices: [String]
    /// Why the anchor rejected the value that it has.
    package let error: String?
    private let field: Customer.Field?

    init(_ name: String, _ field: Customer.Field?, given: Customer.Field? = nil, isOptional: Bool) {
        self.name = name
        self.isOptional = isOptional
        self.field = field
        isFile = field?.isFile ?? CustomerField.files.contains(name)
        isRejected = field?.status == .rejected || given?.status == .rejected
        about = field?.about ?? (name.hasSuffix("_verification") ? "the code that was sent to you" : "")
        choices = field?.choices ?? []
        error = field?.error ?? given?.error
    }

    /// Why a value is not accepted; nil when it may be.
    package func objection(to value: String) -> FieldObjection? {
        field?.objection(to: value) ?? CustomerField.objection(to: value, of: name)
    }
}

/// Customer fields with their values, for one request to the anchor.
package struct CustomerAnswers: Sendable {
    package var fields: [(name: String, value: String)] = []
    package var files: [CustomerServer.File] = []

    package init() {}
}
