// SPDX-License-Identifier: Apache-2.0

import CLISupport
import Review

/// The user's word on a review.
struct Consent {
    let yes: Bool

    /// What is agreed to, as it was shown on standard error.
    let page: String

    /// Holds that it passes need nobody; what it says is believed only once the PIN has proven it.
    var policy: Policy?

    /// What runs out while a person decides.
    var countdown: Countdown?

    /// Asks for a yes, and for each hold's value, once for all keys that are to sign.
    ///
    /// - Throws: `.refused` when a rule refuses, when the user does not agree, and when nobody can be asked.
    func ask(_ reviews: [Review]) throws(Failure) -> Set<PassedHold> {
        if let first = reviews.flatMap(\.allFindings).first(where: { $0.level == .refuse }) {
            throw Failure(.refused, "this is never signed: \(first.rule.rawValue): \(first.message)")
        }
        var seen: Set<Hold> = []
        return try passed(reviews.flatMap(\.holds).filter { seen.insert($0).inserted }.map { HoldQuestion($0) }, "this")
    }

    /// The same once for a whole batch.
    ///
    /// - Returns: what was typed; with it each of the transactions is approved.
    func ask(_ batch: BatchReview) throws(Failure) -> Set<PassedHold> {
        if let first = batch.findings.first, first.level == .refuse {
            throw Failure(
                .refused,
                "a batch with this is never signed: line \(first.place.line): \(first.rule.rawValue): \(first.phrase.plain)"
            )
        }
        guard !batch.isTooVaried else { throw Failure(.refused, BatchText.tooVaried) }
        return try passed(batch.holds, "these \(batch.transactions) transactions")
    }

    static func approve(_ reviewed: ReviewedEnvelope, _ passed: Set<PassedHold>) throws(Failure) -> ApprovedEnvelope {
        do {
            // The policy was proven together with the key.
            return try reviewed.approve(holdsPassed: passed, policyIsProven: true)
        } catch {
            throw Failure(.refused, "the review was not passed")
        }
    }

    private func passed(_ holds: [HoldQuestion], _ what: String) throws(Failure) -> Set<PassedHold> {
        let open = holds.filter { !(yes && isPassed($0)) }
        if open.count < holds.count {
            Console.say("passed by the policy: \(names(holds.filter(isPassed)))")
        }
        // Whoever is asked has seen it, also where standard error goes elsewhere than the questions.
        if !yes || !open.isEmpty, !Console.errorIsTerminal { Question.show(page) }
        let passed = try self.holds(open)
        // Somebody who has typed what was held back has agreed.
        if !yes, passed.isEmpty { try confirm(what) }
        return passed
    }

    private func isPassed(_ question: HoldQuestion) -> Bool {
        question.holds.allSatisfy { policy?.passes($0) == true }
    }

    private func holds(_ holds: [HoldQuestion]) throws(Failure) -> Set<PassedHold> {
        guard let first = holds.first else { return [] }
        guard Question.isPossible else {
            throw Failure(
                .refused,
                "held back by \(names(holds)): only a person at a terminal can pass this, by typing a shown value",
                hint: yes
                    ? "--yes alone does not pass a hold" : "run it at a terminal, where \(first.value) is asked for")
        }
        var passed: Set<PassedHold> = []
        for hold in holds {
            let typed = try Question.ask(
                "\(hold.rule.rawValue): to go on, type \(hold.value): ", above: countdown.map { time in { time.line } })
            guard let pass = hold.passed(byTyping: typed) else {
                throw Failure(.refused, "\(hold.rule.rawValue) was not passed; nothing was signed")
            }
            passed.formUnion(pass)
        }
        return passed
    }

    private func names(_ holds: [HoldQuestion]) -> String {
        var names: [String] = []
        for hold in holds where !names.contains(hold.rule.rawValue) { names.append(hold.rule.rawValue) }
        return names.joined(separator: ", ")
    }

    private func confirm(_ what: String) throws(Failure) {
        guard Question.isPossible else {
            throw Failure(
                .refused, "there is no terminal to ask on, and without a yes nothing is signed",
                hint: "--yes agrees to the review")
        }
        let typed = try Question.ask("sign \(what)? type yes: ", above: countdown.map { time in { time.line } })
        guard typed == "yes" else { throw Failure(.refused, "you did not agree; nothing was signed") }
    }
}
