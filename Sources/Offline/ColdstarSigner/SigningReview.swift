// SPDX-License-Identifier: Apache-2.0

public import ColdstarStellar
import Faults
import Review
import Signing
import SodiumKit
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
    private let vault: Vault
    /// What the vault itself has to tell, such as names in the book that differ only in case.
    private let warnings: [Wording]

    init(_ job: SigningJob, _ vault: Vault, warnings: [Wording]) {
        (self.job, self.vault, self.warnings) = (job, vault, warnings)
    }

    /// The whole review as lines of ASCII text: show all of it, in a fixed-width font, and nothing instead of it.
    public var text: String {
        let review = ReviewText.of(zip(job.keys, job.reviews).map { ($0.name.text, $1) })
        return Redaction.apply((warnings.map { "warning: \($0.plain)" } + [review]).joined(separator: "\n"))
    }

    public var findings: [ReviewFinding] { job.reviews.flatMap(\.allFindings).map { ReviewFinding($0) } }

    /// The hash that would be signed; nil for a request without one.
    public var hash: ColdstarStellar.TransactionHash? {
        job.reviews[0].hash.map { ColdstarStellar.TransactionHash($0) }
    }

    /// What a person has to type, in this order: the value of each hold, or `yes` if there are none.
    public var questions: [Question] {
        let consent = job.consent()
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
        do {
            var consent = job.consent()
            if let refusal = consent.refusal { throw refusal }
            guard answers.count == questions.count else {
                throw Failure(
                    .refused, "there are \(questions.count) questions, but \(answers.count) answers; nothing was signed"
                )
            }
            for answer in answers {
                if consent.needsYes { try consent.agree(answer) } else { try consent.answer(answer) }
            }
            let done = try job.sign(try consent.approval()) { name throws(Failure) in try unlocked(name, pin) }
            let signed = SignedRequest(done.result)
            // The signature exists and is recorded. A missing note of its delivery is harmless; a lost signature is not.
            try? done.recordDelivery()
            return signed
        } catch {
            throw error as? ColdstarError ?? ColdstarError(Failure(any: error))
        }
    }

    private func unlocked(
        _ name: KeyName, _ pin: (_ key: String) throws(ColdstarError) -> Secret
    ) throws(Failure) -> UnlockedKey {
        var entry = try PINEntry(for: name, in: vault, tries: 1, hasSecondFactor: false)
        let clock = KernelClock()
        let pause = entry.pause(now: clock.wall())
        guard pause.seconds == 0 else {
            throw Failure(.refused, "\(pause.reason): the next one is taken in \(pause.seconds) s; nothing was signed")
        }
        let typed: Secret
        do { typed = try pin(name.text) } catch {
            throw Failure(.refused, Wording(error.message), hint: error.hint.map { Wording($0) })
        }
        switch try entry.attempt(typed.bytes, clock: clock.wall, { try vault.unlock(name, pin: $0) }) {
        case .opened(let key, _): return key
        case .wrong(let message): throw Failure(.refused, Wording(message))
        }
    }
}
