// SPDX-License-Identifier: Apache-2.0

import Codec
public import ColdstarStellar
import Crypto
import Review
import Signing
import Stellar
import Vault

/// What a person has to see before a request is signed, and the only way to its signature.
public struct SigningReview: Sendable {
    /// A value that a person has to type, having read what it is about.
    public struct Question: Hashable, Sendable {
        /// The rule that asks, such as `W-NEWDEST`; nil for the plain question whether to sign.
        public let rule: String?
        /// What has to be typed.
        public let value: String
    }

    private let job: SigningJob
    private let consent: Consent

    init(_ job: SigningJob, warnings: [Wording]) throws(Failure) {
        self.job = job
        consent = try job.consent()
        var parts = warnings.map { "warning: \($0.plain)" }
        try job.page(in: PlainStyle()).write(on: Screen()) { parts.append($0) }
        text = Redaction.apply(parts.joined(separator: "\n"))
    }

    /// The whole review as lines of ASCII text: show all of it, in a fixed-width font, and nothing instead of it.
    public let text: String

    public var findings: [ReviewFinding] { job.reviews.flatMap(\.allFindings).map { ReviewFinding($0) } }

    /// The hash that would be signed; nil for a request without one.
    public var hash: ColdstarStellar.TransactionHash? {
        job.hash.map { ColdstarStellar.TransactionHash($0) }
    }

    /// What a person has to type, in this order: the value of each hold, or `yes` if there are none.
    public var questions: [Question] {
        let holds = consent.questions.map { Question(rule: $0.rule.rawValue, value: $0.value) }
        return consent.needsYes ? [Question(rule: nil, value: "yes")] : holds
    }

    /// Signs with all keys of the review, and writes to the vault's record what was signed, before and after.
    ///
    /// - Parameters:
    ///   - answers: what the person typed, one for each of ``questions``.
    ///   - pin: asks for the PIN of a key, whose name it gets.
    /// - Throws: ``/ColdstarStellar/ColdstarError/Kind/refused`` for a refusal of the review, a wrong answer or PIN, or a vault that was
    ///   changed since the review. Nothing is signed when this throws.
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
            do throws(ColdstarError) { return try pin(question.key.text).taken() } catch {
                throw Failure(.refused, Wording(error.message), hint: error.hint.map { Wording($0) })
            }
        }
    }
}
