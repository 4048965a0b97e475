// SPDX-License-Identifier: Apache-2.0

import Faults
import Review
import Shell
import Stellar
import TextCodec
import XDR

/// The user's agreement to a review.
struct Consent {
    let yes: Bool

    /// Its rules can pass holds unattended; it counts only once the PIN has proven it.
    var policy: Policy?

    /// The time left while the user decides.
    var countdown: Countdown?

    /// The network named by its passphrase on the command line: with --yes, that passes W-NET.
    var network: Network?

    /// Shows the review and asks for a yes or for the value of each hold, once for all keys that sign.
    ///
    /// - Throws: `.refused` when a rule refuses, when the user does not agree, when there is no terminal to ask on, and when the review
    ///   could not be shown in full.
    func ask(_ reviews: [Review], showing text: String) throws(Failure) -> Set<PassedHold> {
        if let first = reviews.flatMap(\.allFindings).first(where: { $0.level == .refuse }) {
            try Console.show(text)
            throw Failure(.refused, "this is never signed: \(first.rule.rawValue): \(first.message)")
        }
        var seen: Set<Hold> = []
        let holds = reviews.flatMap(\.holds).filter { seen.insert($0).inserted }.map { HoldQuestion($0) }
        return try passed(holds, "this", LastScreen(reviews)) { show throws(Failure) in try show(text) }
    }

    /// Shows the review of a batch and asks once for all its transactions.
    ///
    /// - Parameter show: passes the review, part by part, to its argument.
    /// - Returns: the passed holds; they approve each of the transactions.
    func ask(_ batch: BatchReview, showing parts: Parts) throws(Failure) -> Set<PassedHold> {
        if let first = batch.findings.first, first.level == .refuse {
            try parts { text throws(Failure) in try Console.show(text) }
            throw Failure(
                .refused,
                "a batch with this is never signed: \(first.place.map { "line \($0.line): " } ?? "")\(first.rule.rawValue): \(first.phrase.plain)"
            )
        }
        guard !batch.isTooVaried else {
            try parts { text throws(Failure) in try Console.show(text) }
            throw Failure(.refused, BatchText.tooVaried)
        }
        return try passed(batch.holds, "these \(batch.transactions) transactions", LastScreen(batch), parts)
    }

    /// Passes a review, part by part, to its argument.
    typealias Parts = ((String) throws(Failure) -> Void) throws(Failure) -> Void

    static func approve(_ reviewed: ReviewedEnvelope, _ passed: Set<PassedHold>) throws(Failure) -> ApprovedEnvelope {
        do {
            // The policy was proven together with the key.
            return try reviewed.approve(holdsPassed: passed, policyIsProven: true)
        } catch {
            throw Failure(.refused, "the review was not passed")
        }
    }

    private func passed(_ holds: [HoldQuestion], _ what: String, _ last: LastScreen, _ parts: Parts) throws(Failure)
        -> Set<PassedHold>
    {
        let byPolicy = yes ? holds.filter(isPassed) : []
        let named = yes ? holds.flatMap(\.holds).compactMap(passedByName) : []
        let passedHolds = Set(byPolicy.flatMap(\.holds) + named.map(\.hold))
        let open = holds.filter { !$0.holds.allSatisfy(passedHolds.contains) }
        let isAsked = (!yes || !open.isEmpty) && Question.isPossible
        if !isAsked || !Console.errorIsTerminal {
            try parts { text throws(Failure) in try Console.show(text) }
        }
        // With --yes, the next prompt is for the PIN.
        if !isAsked, Console.errorIsTerminal {
            let columns = Console.errorColumns ?? Screen.usualColumns
            let screen = Screen.error.with(columns: columns)
            try Console.show(last.text(on: screen, columns: columns, rows: (Console.errorRows ?? 24) - 2))
        }
        let words = byPolicy.isEmpty ? nil : "passed by the policy: \(names(byPolicy))"
        let confirmation = "sign \(what)? type yes: "
        if isAsked {
            let prompts = open.isEmpty ? rows(of: confirmation, "yes") : rows(of: open.prefix(Self.questionsOnAScreen))
            try page(parts, words, prompts, last)
        } else if let words {
            Console.say(words)
        }
        let passed = try self.holds(open, last)
        // A typed value counts as agreement.
        if !yes, passed.isEmpty { try confirm(confirmation, last) }
        return passed.union(named)
    }

    private func passedByName(_ hold: Hold) -> PassedHold? {
        guard hold.rule == .unknownNetwork, let network else { return nil }
        return hold.passed(byTyping: Hex.encode(network.id.bytes.prefix(4)))
    }

    /// Shows the review, paged if it is longer than the terminal, and the summary above the prompt.
    private func page(_ parts: Parts, _ addition: String?, _ prompts: [String], _ last: LastScreen) throws(Failure) {
        var pager = try Pager()
        try parts { text throws(Failure) in try pager.show(text + "\n") }
        if let addition { try pager.show(addition) }
        try Self.finish(&pager, prompts, last)
    }

    private static func finish(_ pager: inout Pager, _ prompts: [String], _ last: LastScreen) throws(Failure) {
        try pager.finish(prompts) { columns, rows in text(last, columns, rows) }
    }

    private static func text(_ last: LastScreen, _ columns: Int, _ rows: Int) -> String {
        last.text(on: Screen.error.with(columns: columns), columns: columns, rows: rows)
    }

    /// Asks below the summary, which is redrawn when the terminal's size changes.
    private func ask(_ prompt: String, _ last: LastScreen) throws(Failure) -> String {
        let question = rows(of: prompt, "")
        return try Question.ask(prompt, above: countdown.map { time in { time.line } }) { columns, rows in
            let tail = question.reduce(0) { $0 + TerminalText.rows(of: $1, columns: columns).count }
            return Self.text(last, columns, rows - tail)
        }
    }

    /// Number of questions on one screen with the summary; after them the summary is shown again.
    private static let questionsOnAScreen = 4

    /// The rows that questions and their answers take on the screen.
    private func rows(of questions: some Sequence<HoldQuestion>) -> [String] {
        questions.flatMap { rows(of: prompt($0), $0.value) }
    }

    private func rows(of prompt: String, _ answer: String) -> [String] {
        (countdown.map { [$0.line] } ?? []) + [prompt + answer]
    }

    private func prompt(_ hold: HoldQuestion) -> String { "\(hold.rule.rawValue): to go on, type \(hold.value): " }

    private func isPassed(_ question: HoldQuestion) -> Bool {
        question.holds.allSatisfy { policy?.passes($0) == true }
    }

    private func holds(_ holds: [HoldQuestion], _ last: LastScreen) throws(Failure) -> Set<PassedHold> {
        guard let first = holds.first else { return [] }
        guard Question.isPossible else {
            throw Failure(
                .refused,
                "held back by \(names(holds)): only a person at a terminal can pass this, by typing a shown value",
                hint: yes
                    ? "--yes does not pass a hold" : "run it at a terminal, where \(first.value) is asked for")
        }
        var passed: Set<PassedHold> = []
        for (index, hold) in holds.enumerated() {
            if index > 0, index.isMultiple(of: Self.questionsOnAScreen) {
                var pager = try Pager()
                try Self.finish(&pager, rows(of: holds[index...].prefix(Self.questionsOnAScreen)), last)
            }
            let typed = try ask(prompt(hold), last)
            guard let pass = hold.passed(byTyping: typed) else {
                throw Failure(.refused, "\(hold.rule.rawValue) was not confirmed; nothing was signed")
            }
            passed.formUnion(pass)
        }
        return passed
    }

    private func names(_ holds: [HoldQuestion]) -> String {
        var names: [String] = []
        var seen: Set<RuleID> = []
        for hold in holds where seen.insert(hold.rule).inserted { names.append(hold.rule.rawValue) }
        return names.joined(separator: ", ")
    }

    private func confirm(_ prompt: String, _ last: LastScreen) throws(Failure) {
        guard Question.isPossible else {
            throw Failure(
                .refused, "there is no terminal to ask on, and nothing is signed without a yes",
                hint: "--yes agrees to the review")
        }
        let typed = try ask(prompt, last)
        guard typed == "yes" else { throw Failure(.refused, "you did not agree; nothing was signed") }
    }
}
