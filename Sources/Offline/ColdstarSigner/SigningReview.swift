// SPDX-License-Identifier: Apache-2.0

import Codec
public import ColdstarStellar
import Crypto
import Review
import Signing
import Stellar
import StellarXDR
import Vault

/// What a person has to see before a request is signed, and the only way to its signature.
///
/// Show ``text``, or your own page made of all the values: ``subject`` with all operations and their ``summaries``,
/// ``network``, ``hash``, ``keys``, ``movements``, ``authority``, ``remarks``, ``required``, ``attached``, every one of
/// ``findings`` and ``warnings``, ``signedBy``, `names(of:)` beside the addresses, and ``note`` and ``askedToSign`` as
/// what they are: claims.
public struct SigningReview: Sendable {
    /// A value that a person has to type, having read what it is about.
    public struct Question: Hashable, Sendable {
        /// The rule that asks, such as `W-NEWDEST`; nil for the plain question whether to sign.
        public let rule: String?
        /// What it is about in full, such as an address, or the number that has to be typed; nil for the plain
        /// question.
        public let target: String?
        /// What has to be typed, in upper or lower case.
        public let value: String
    }

    /// What an account's signers have to reach for the transaction to be applied.
    public struct Requirement: Hashable, Sendable {
        /// The account that acts.
        public let account: Account
        /// The thresholds, each once; all have to be reached.
        public let thresholds: [ReviewedAuthority.Threshold]
    }

    /// What would be signed.
    public enum Subject: Hashable, Sendable {
        /// A transaction or a fee bump, without the signatures that it came with.
        case transaction(ColdstarStellar.Transaction)
        /// A login at a server (SEP-10), which the network would never apply.
        case login(ColdstarStellar.Transaction)
        /// The bytes of a message (SEP-53).
        case message([UInt8])
        /// An authorization of a contract call as it is signed, with the last ledger in which it counts and without a
        /// signature: stellar-xdr `SorobanAuthorizationEntry`.
        case authorization(WireValue)
        /// Something that only ``SigningReview/text`` shows: a message for another chain, a payload, a file, or an
        /// authorization by context rules.
        case other
    }

    /// A transaction that the reviewed one authorizes in advance: it needs no further signature.
    public struct Attached: Hashable, Sendable {
        /// The transaction, without its signatures.
        public let transaction: ColdstarStellar.Transaction
        /// What it moves; of a fee bump, what the transaction inside does.
        public let movements: ReviewedMovements?
        /// Each account whose signers, weights or thresholds may change.
        public let authority: [ReviewedAuthority]
        /// Why the network may not apply it.
        public let remarks: [String]
    }

    private let job: SigningJob
    private let consent: Consent

    init(_ job: SigningJob, warnings: [Wording]) throws(Failure) {
        self.job = job
        consent = try job.consent()
        self.warnings = warnings.map { Redaction.apply($0.plain) }
        var parts = self.warnings.map { "warning: \($0)" }
        try job.page(in: PlainStyle()).write(on: Screen()) { parts.append($0) }
        text = Redaction.apply(parts.joined(separator: "\n"))
    }

    /// What is reviewed. A request's own part is the same for every key that signs.
    private var review: Review { job.reviews[0] }

    /// The whole review as lines of ASCII text, for a fixed-width font.
    public let text: String
    /// What is wrong with the vault, in lines for a person.
    public let warnings: [String]

    /// What would be signed.
    public var subject: Subject {
        if let transaction = Self.transaction(of: review) {
            return review.kind == .challenge ? .login(transaction) : .transaction(transaction)
        }
        return switch review.content {
        case .message(let bytes): .message(bytes)
        case .authorization(let asked) where asked.contextRules == nil: .authorization(WireValue(asked.unsignedEntry))
        case .authorization, .chainMessage, .transaction, .feeBump, .file, .nothing: .other
        }
    }

    private static func transaction(of review: Review) -> ColdstarStellar.Transaction? {
        switch review.content {
        case .transaction(let transaction):
            ColdstarStellar.Transaction(.tx(TransactionV1Envelope(tx: transaction, signatures: BoundedArray())))
        case .feeBump(let bump):
            ColdstarStellar.Transaction(
                .txFeeBump(FeeBumpTransactionEnvelope(tx: bump, signatures: BoundedArray())))
        case .message, .chainMessage, .authorization, .file, .nothing: nil
        }
    }

    /// A sentence for each operation, or for the call that an authorization is about, with whole addresses and token
    /// amounts in units: `Pay 7 XLM from G... to G..., through the asset's contract`. Of a fee bump, the operations
    /// inside.
    public var summaries: [String] {
        if case .authorization(let asked) = review.content {
            let call = OperationSummary.of(.invokeHostFunction(asked.asBareOperation), tokens: review.tokens)
            return [Redaction.apply(call.plain)]
        }
        return (review.inner ?? review).operations.map { Redaction.apply($0.summary.plain) }
    }

    /// The network that the signature is for; nil for what belongs to none, such as a message.
    public var network: ColdstarStellar.Network? { review.network.map { ColdstarStellar.Network($0) } }

    /// The keys of Stellar accounts that would sign.
    public var keys: [SigningKey] {
        job.keys.compactMap { info in
            info.publicKey.map { SigningKey(name: info.name.text, account: Account($0)) }
        }
    }

    /// Transactions that this one authorizes in advance.
    public var attached: [Attached] {
        review.companions.compactMap { other in
            Self.transaction(of: other).map {
                Attached(
                    transaction: $0, movements: Self.movements(of: other), authority: Self.authority(of: other),
                    remarks: Self.remarks(of: other))
            }
        }
    }

    /// What the rules say, about the whole first, each once.
    public var findings: [ReviewFinding] {
        var seen: Set<ReviewFinding> = []
        return job.reviews.flatMap { ReviewFinding.all($0) }.filter { seen.insert($0).inserted }
    }

    /// What the transaction or authorization moves; of a fee bump, what the transaction inside does. Nil if it is
    /// neither.
    public var movements: ReviewedMovements? { Self.movements(of: review) }

    /// Each account whose signers, weights or thresholds may change.
    public var authority: [ReviewedAuthority] { Self.authority(of: review) }

    /// Why the network may not apply it, in lines for a person. Do not rely on it: ``authority`` is as if it is
    /// applied.
    public var remarks: [String] { Self.remarks(of: review) }

    private static func movements(of whole: Review) -> ReviewedMovements? {
        let review = whole.inner ?? whole
        return switch review.content {
        case .transaction(let transaction): ReviewedMovements(Flows(transaction, tokens: review.tokens))
        // A login moves nothing.
        case .authorization where review.contractLogin?.isValid == true: ReviewedMovements(Flows())
        case .authorization(let asked): ReviewedMovements(Flows(asked, tokens: review.tokens))
        case .feeBump, .message, .chainMessage, .file, .nothing: nil
        }
    }

    private static func authority(of review: Review) -> [ReviewedAuthority] {
        (review.inner ?? review).authority.outcomes.map { ReviewedAuthority($0) }
    }

    private static func remarks(of review: Review) -> [String] {
        (review.inner ?? review).authority.remarks.map { Redaction.apply($0.plain) }
    }

    /// What the vault's book calls an address; empty if it does not know it. Show a name beside its address, never in
    /// its place: only the PIN proves that the book is yours.
    public func names(of address: ContractAddress) -> [String] {
        guard let key = try? StrKey(address.description) else { return [] }
        return review.book.names(at: key).map { Redaction.apply($0) }
    }

    /// What the vault's book calls an account.
    public func names(of account: Account) -> [String] { names(of: ContractAddress(account)) }

    /// The note of the one who made the request. It is a claim, and someone else's text: escape it, and say that it is
    /// not checked. Nil if there is none.
    public var note: String? { review.claims.note.map { Redaction.apply($0) } }

    /// The accounts that the request asks to sign, as it claims.
    public var askedToSign: [Account] { review.claims.signers.map { Account($0) } }

    /// What the signers of each account that acts have to reach, of a fee bump first those of the account that pays;
    /// empty for what is no transaction.
    public var required: [Requirement] {
        guard review.challenge == nil else { return [] }
        var all: [Requirement] = []
        if case .feeBump(let bump) = review.content {
            all.append(Requirement(account: Account(bump.feeSource.account), thresholds: [.low]))
        }
        guard case .transaction(let transaction) = (review.inner ?? review).content else { return all }
        return all
            + transaction.requiredLevels.map { required in
                Requirement(
                    account: Account(required.account),
                    thresholds: required.levels.map { ReviewedAuthority.Threshold($0) })
            }
    }

    /// The accounts whose keys made the signatures that the request came with, as far as the request and the book tell.
    public var signedBy: [Account] { review.signatures.compactMap { $0.account.map { Account($0) } } }

    /// The hash that would be signed; nil for a request without one.
    public var hash: ColdstarStellar.TransactionHash? {
        job.hash.map { ColdstarStellar.TransactionHash($0) }
    }

    /// What a person has to type, in this order: the value of each hold, or `yes` if there are none.
    public var questions: [Question] {
        let holds = consent.questions.map { question in
            Question(rule: question.rule.rawValue, target: question.holds[0].target, value: question.value)
        }
        return consent.needsYes ? [Question(rule: nil, target: nil, value: "yes")] : holds
    }

    /// Signs with all keys of the review, and writes to the vault's record what was signed, before and after.
    ///
    /// - Parameters:
    ///   - answers: what the person typed, one for each of ``questions``.
    ///   - pin: asks for the PIN of a key, whose name it gets. What it throws, this function throws: for a person who
    ///     leaves the prompt, make a ``/ColdstarStellar/ColdstarError`` of the kind
    ///     ``/ColdstarStellar/ColdstarError/Kind/refused``.
    /// - Throws: ``/ColdstarStellar/ColdstarError/Kind/refused`` for a refusal of the review, a wrong answer or PIN, or
    ///   a vault that was changed since the review; its codes tell a wrong PIN (`wrong_pin`), a wrong answer
    ///   (`wrong_answer`) and a person who did not agree (`declined`) from the others. Nothing is signed when this
    ///   throws.
    public func sign(
        answering answers: [String], pin: (_ key: String) throws(ColdstarError) -> Secret
    ) throws(ColdstarError) -> SignedRequest {
        var signed: SignedRequest?
        do throws(Failure) {
            try withoutActuallyEscaping(pin) { pin throws(Failure) in
                try job.run(at: Caller(answers: answers), pin: CallerPIN(pin: pin)) { signed = SignedRequest($0) }
            }
        } catch {
            // A missing note of its delivery is harmless; a lost signature is not.
            guard signed != nil else { throw ColdstarError(error) }
        }
        guard let signed else { preconditionFailure("what was signed is delivered") }
        return signed
    }
}

/// The program that embeds the signer: its user has read the review and given all answers before.
private struct Caller: SignerFrontEnd {
    let answers: [String]
    let style: any WordingStyle = PlainStyle()

    func present(_ page: ReviewPage, _ take: (String) throws(Failure) -> Void) throws(Failure) {
        guard !page.isForReading else { return }
        guard answers.count == page.questions.count else {
            throw Failure(
                .refused,
                "there are \(page.questions.count) questions, but \(answers.count) answers; nothing was signed")
        }
        for answer in answers { try take(answer) }
    }

    func ask(_ question: Confirmation?, below text: ((Screen) -> String)?) -> String? { nil }

    func hear(_ event: SignerEvent) {}
}

/// One PIN for each key, without a wait and without a second factor.
private struct CallerPIN: PINSource {
    let pin: (_ key: String) throws(ColdstarError) -> Secret

    var tries: Int { 1 }
    var hasSecondFactor: Bool { false }
    func factor() -> SecretBytes? { nil }
    func clock() -> Timestamp { KernelClock().wall() }
    func hear(_ event: PINEvent) {}

    func entering<Result: ~Copyable>(
        _ body: ((PINQuestion) throws(Failure) -> SecretBytes) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try body { question throws(Failure) in
            let pause = question.pause
            guard pause.seconds == 0 else {
                throw Failure(
                    .refused, "\(pause.reason): the next one is taken in \(pause.seconds) s; nothing was signed")
            }
            do throws(ColdstarError) { return try pin(question.key.text).taken() } catch { throw error.failure }
        }
    }
}
