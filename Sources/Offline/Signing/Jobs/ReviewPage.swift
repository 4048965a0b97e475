// SPDX-License-Identifier: Apache-2.0

package import Codec
package import Review
package import Stellar
import StellarXDR

/// What a person reads and answers before something is signed: the whole review, the summary right above the questions,
/// and the questions.
package struct ReviewPage: Sendable {
    private indirect enum Content {
        /// The reviews of one item, one for each key, with the key's name.
        case reviews([(key: String, review: Review)])
        case batch(ReviewedBatch)
    }

    /// The summary that stands directly above the questions.
    package let lastScreen: LastScreen
    /// The time left to sign a login; nil for anything else.
    package let countdown: Countdown?
    /// What to ask, in this order.
    package let questions: [Confirmation]
    /// What each question of a hold shows in the summary; empty if only a yes is asked for.
    package let asked: [LastScreen.Asked]
    /// Shown below the review; nil for nothing.
    package let note: String?
    /// Whether the review is shown, and nothing is asked nor decided: it is refused, or agreed to already.
    package let isForReading: Bool
    /// How inputs and actions are written.
    private let style: any WordingStyle
    private let content: Content
    private let isFull: Bool

    /// The page about one item to sign.
    init(
        _ reviews: [(key: String, review: Review)], full: Bool, _ consent: Consent, countdown: Countdown? = nil,
        in style: any WordingStyle
    ) {
        self.init(.reviews(reviews), full, LastScreen(reviews.map(\.review), in: style), consent, countdown, style)
    }

    /// The page about a batch; in full, each of its transactions follows.
    init(_ batch: ReviewedBatch, full: Bool, _ consent: Consent, in style: any WordingStyle) {
        self.init(.batch(batch), full, LastScreen(batch.review, in: style), consent, nil, style)
    }

    /// A page about something that this machine does not sign.
    ///
    /// - Parameter isForReading: whether the question is answered already.
    init(_ review: Review, asking question: Confirmation, isForReading: Bool, in style: any WordingStyle) {
        self.style = style
        content = .reviews([("", review)])
        isFull = false
        lastScreen = LastScreen([review], in: style)
        questions = [question]
        self.isForReading = isForReading
        (countdown, asked, note) = (nil, [], nil)
    }

    private init(
        _ content: Content, _ isFull: Bool, _ last: LastScreen, _ consent: Consent, _ countdown: Countdown?,
        _ style: any WordingStyle
    ) {
        self.style = style
        self.content = content
        self.isFull = isFull
        lastScreen = last
        self.countdown = countdown
        questions = consent.prompts
        asked = consent.questions.map(LastScreen.Asked.init)
        note = consent.note
        isForReading = consent.refusal != nil
    }

    /// Passes the review to `put`, part by part.
    ///
    /// - Parameter screen: its size and colours; the page has a style of its own.
    package func write(on screen: Screen, _ put: (String) throws(Failure) -> Void) throws(Failure) {
        let screen = screen.with(style: style)
        switch content {
        case .reviews(let reviews): try put(ReviewText.of(reviews, full: isFull, on: screen))
        case .batch(let batch):
            try put(BatchText.of(batch.review, on: screen))
            guard isFull else { return }
            try batch.visit { (line, reviewed, _) throws(Failure) in
                try put("Line \(line)\n" + ReviewText.of(reviewed.review, full: true, on: screen))
            }
        }
    }

    /// SHA-256 of the review as shown, but without colours and without line breaks for a width; of a batch the page
    /// about all of it.
    var digest: Hash {
        let screen = Screen(in: style)
        let text =
            switch content {
            case .reviews(let reviews): ReviewText.of(reviews, full: isFull, on: screen)
            case .batch(let batch): BatchText.of(batch.review, on: screen)
            }
        return Hash(sha256: Array(text.utf8))
    }
}

/// What has to be agreed to before something is signed: the questions for a person, and what stands for the answers
/// when no one is asked. Answers become an `Approval`.
///
/// The front end shows the review in full, then asks `prompts` in their order and passes each answer to `take`.
package struct Consent: Sendable {
    /// Why this is never signed, to report after the review was shown; nil if it may be.
    package let refusal: Failure?
    /// The values to type, once each, for all keys that sign.
    package let questions: [HoldQuestion]
    /// Whether a plain yes is needed. A typed value counts as agreement.
    package let needsYes: Bool
    /// Says which holds the policy passed; nil if none.
    package let note: String?
    /// What a yes agrees to: `this`, or the number of transactions.
    package let object: String

    private let isUnattended: Bool
    private let subject: ConsentSubject
    private var passed: Set<PassedHold>
    private var answered = 0
    private var hasAgreed: Bool

    /// - Parameters:
    ///   - isUnattended: whether all that needs no more than a yes is agreed to (`--yes`).
    ///   - policy: its rules can pass holds unattended; that counts only once the PIN has proven it.
    ///   - network: the network that the user named by its passphrase: unattended, that passes W-NET.
    package init(to reviews: [Review], isUnattended: Bool, policy: Policy?, network: Network?) {
        let refused = reviews.flatMap(\.allFindings).first { $0.level == .refuse }
        var seen: Set<Hold> = []
        self.init(
            refused.map {
                Failure(
                    .refused, "this is never signed: \($0.rule.rawValue): \($0.phrase.wording)", codes: [.forbidden])
            }, reviews.flatMap(\.holds).filter { seen.insert($0).inserted }.map { HoldQuestion($0) }, "this",
            ConsentSubject(reviews), isUnattended, policy, network)
    }

    /// The consent to all transactions of a batch at once; it approves each of them.
    package init(to batch: BatchReview, isUnattended: Bool, policy: Policy?, network: Network?) {
        var refusal: Failure?
        if let first = batch.findings.first, first.level == .refuse {
            refusal = Failure(
                .refused,
                "a batch with this is never signed: \(first.place.map { "line \($0.line): " } ?? "")\(first.rule.rawValue): \(first.phrase.wording)",
                codes: [.forbidden])
        } else if batch.isTooVaried {
            refusal = Failure(.refused, Wording(BatchText.tooVaried), codes: [.forbidden])
        }
        self.init(
            refusal, batch.holds, "these \(batch.transactions) transactions", .batch(hash: batch.hash), isUnattended,
            policy, network)
    }

    private init(
        _ refusal: Failure?, _ holds: [HoldQuestion], _ object: String, _ subject: ConsentSubject, _ isUnattended: Bool,
        _ policy: Policy?, _ network: Network?
    ) {
        self.refusal = refusal
        self.object = object
        self.subject = subject
        self.isUnattended = isUnattended
        let byPolicy =
            isUnattended ? holds.filter { $0.holds.allSatisfy { policy?.passes($0) == true } } : []
        let byName = isUnattended ? holds.flatMap(\.holds).compactMap { Self.passed($0, by: network) } : []
        let closed = Set(byPolicy.flatMap(\.holds) + byName.map(\.hold))
        questions = holds.filter { !$0.holds.allSatisfy(closed.contains) }
        note = byPolicy.isEmpty ? nil : "passed by the policy: \(Self.names(byPolicy))"
        passed = Set(byName)
        needsYes = !isUnattended && questions.isEmpty
        hasAgreed = !needsYes
    }

    /// The hold for an unknown network, passed: a user who gave its passphrase has answered the question about it.
    private static func passed(_ hold: Hold, by network: Network?) -> PassedHold? {
        guard hold.rule == .unknownNetwork, let network else { return nil }
        return hold.passed(byTyping: Hex.encode(network.id.bytes.prefix(4)))
    }

    /// Whether a person has to be asked.
    package var isOpen: Bool { needsYes || !questions.isEmpty }

    /// The failure to report where there is no one to ask; nil if no one has to be.
    package var unanswerable: Failure? {
        if let first = questions.first {
            return Failure(
                .refused,
                "held back by \(Self.names(questions)): only a person at a terminal can pass this, by typing a shown value",
                hint: isUnattended
                    ? "\(field: .yes) does not pass a hold" : "run it at a terminal, where \(first.value) is asked for")
        }
        guard needsYes else { return nil }
        return Failure(
            .refused, "cannot ask for confirmation: not a terminal",
            hint: "\(field: .yes) agrees to the review")
    }

    /// What to ask, in this order; empty if no one has to be asked.
    package var prompts: [Confirmation] {
        guard !needsYes else { return [Confirmation("sign \(object)? type yes: ", value: "yes")] }
        return questions.map { hold in
            Confirmation("\(hold.rule.rawValue): to go on, type \(hold.value): ", value: hold.value)
        }
    }

    /// Takes the answer to the next of `prompts`.
    ///
    /// - Throws: `.refused` for another value than the one asked for.
    package mutating func take(_ typed: String) throws(Failure) {
        if needsYes { try agree(typed) } else { try answer(typed) }
    }

    /// Takes the answer to the next of `questions`.
    ///
    /// - Throws: `.refused` for another value than the one asked for.
    package mutating func answer(_ typed: String) throws(Failure) {
        guard answered < questions.count else { throw Failure(.bug, "there was no question to answer") }
        let question = questions[answered]
        guard let pass = question.passed(byTyping: typed) else {
            throw Failure(
                .refused, "\(question.rule.rawValue) was not confirmed; nothing was signed", codes: [.wrongAnswer])
        }
        passed.formUnion(pass)
        answered += 1
    }

    /// Takes the answer to the question for a yes.
    ///
    /// - Throws: `.refused` for anything but `yes`.
    package mutating func agree(_ typed: String) throws(Failure) {
        guard typed.lowercased() == "yes" else {
            throw Failure(.refused, "you did not agree; nothing was signed", codes: [.declined])
        }
        hasAgreed = true
    }

    /// The approval, once everything was answered.
    ///
    /// - Throws: the refusal; what is `unanswerable` while a question is open.
    package func approval() throws(Failure) -> Approval {
        if let refusal { throw refusal }
        guard hasAgreed, answered == questions.count else {
            throw unanswerable ?? Failure(.bug, "there is a question without an answer")
        }
        return Approval(passed: passed, subject: subject)
    }

    private static func names(_ holds: [HoldQuestion]) -> String {
        var names: [String] = []
        var seen: Set<RuleID> = []
        for hold in holds where seen.insert(hold.rule).inserted { names.append(hold.rule.rawValue) }
        return names.joined(separator: ", ")
    }
}

/// Agreement to what a `Consent` asked about: the review was shown and accepted, and each open hold was passed.
///
/// Only a `Consent` without open questions makes one, and it is good for the reviews of that consent alone. It does not
/// stand in for the check of the holds: `ReviewedItem.approve` repeats that for each key.
package struct Approval: Hashable, Sendable {
    let passed: Set<PassedHold>
    let subject: ConsentSubject

    init(passed: Set<PassedHold>, subject: ConsentSubject) {
        self.passed = passed
        self.subject = subject
    }
}

/// What an approval is about, so that it cannot be used for anything else.
enum ConsentSubject: Hashable, Sendable {
    /// - Parameters:
    ///   - hash: nil for a payload.
    ///   - findings: those of each review, which the payload is part of.
    case request(hash: TransactionHash?, findings: [[Finding]])
    case batch(hash: TransactionHash)

    init(_ reviews: [Review]) {
        self = .request(hash: reviews.first?.hash, findings: reviews.map(\.allFindings))
    }
}

/// The time left until a login expires, while the user reads and types.
package struct Countdown: Sendable {
    /// Seconds left when the review was made.
    private let total: UInt64
    private let begun: ContinuousClock.Instant

    /// - Parameters:
    ///   - now: the time of the reviews.
    ///   - instant: the same moment by the clock that counts down.
    /// - Returns: nil if none of the reviews is of a login.
    package init?(_ reviews: [Review], now: Timestamp, at instant: ContinuousClock.Instant = .now) {
        let ends = reviews.compactMap { review -> UInt64? in
            guard review.kind == .challenge, case .transaction(let login) = review.content,
                let end = login.cond.timeBounds?.maxTime, end > 0
            else { return nil }
            return end
        }
        guard let end = ends.min() else { return nil }
        total = end > now.seconds ? end - now.seconds : 0
        begun = instant
    }

    /// Whole seconds left.
    package func left(at instant: ContinuousClock.Instant = .now) -> UInt64 {
        let gone = instant - begun
        let seconds = UInt64(clamping: gone.components.seconds)
        return total > seconds ? total - seconds : 0
    }

    /// The line above the question.
    package func line(at instant: ContinuousClock.Instant = .now) -> String {
        let left = left(at: instant)
        guard left > 0 else { return "this login has expired: request a new challenge" }
        let seconds = left % 60
        return "this login expires in \(left / 60):\(seconds < 10 ? "0" : "")\(seconds)"
    }

    /// - Throws: `.refused` when the login has expired: the service would no longer accept it.
    package func check(at instant: ContinuousClock.Instant = .now) throws(Failure) {
        guard left(at: instant) > 0 else {
            throw Failure(
                .refused, "this login has expired; nothing was signed",
                hint: "request a new challenge from the service")
        }
    }
}
