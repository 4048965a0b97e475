// SPDX-License-Identifier: Apache-2.0

import Faults
import Review
import Shell
import Signing
import TextCodec

/// Shows a review and asks on the terminal for what it needs.
struct ConsentPrompt {
    private var consent: Consent
    /// The time left while the user decides.
    private let countdown: Countdown?

    init(_ consent: Consent, countdown: Countdown? = nil) {
        self.consent = consent
        self.countdown = countdown
    }

    /// Passes a review, part by part, to its argument.
    typealias Parts = ((String) throws(Failure) -> Void) throws(Failure) -> Void

    /// Shows the review and asks for a yes or for the value of each hold.
    ///
    /// - Parameters:
    ///   - last: the summary shown directly above the questions.
    ///   - parts: passes the review, part by part, to its argument.
    /// - Throws: `.refused` when a rule refuses, when the user does not agree, when there is no terminal to ask on, and when the review
    ///   could not be shown in full.
    func ask(above last: LastScreen, showing parts: Parts) throws(Failure) -> Approval {
        if let refusal = consent.refusal {
            try parts { text throws(Failure) in try Console.show(text) }
            throw refusal
        }
        let isAsked = consent.isOpen && Question.isPossible
        if !isAsked || !Console.errorIsTerminal {
            try parts { text throws(Failure) in try Console.show(text) }
        }
        // Without questions, the next prompt is for the PIN.
        if !isAsked, Console.errorIsTerminal {
            let columns = Console.errorColumns ?? Screen.usualColumns
            let screen = Screen.error.with(columns: columns)
            try Console.show(last.text(on: screen, columns: columns, rows: (Console.errorRows ?? 24) - 2))
        }
        guard isAsked else {
            if let note = consent.note { Console.say(note) }
            return try consent.approval()
        }
        try page(parts, last)
        return try answered(last)
    }

    private func answered(_ last: LastScreen) throws(Failure) -> Approval {
        var consent = consent
        for (index, question) in consent.questions.enumerated() {
            if index > 0, index.isMultiple(of: Self.questionsOnAScreen) {
                var pager = try Pager()
                try Self.finish(&pager, rows(of: consent.questions[index...].prefix(Self.questionsOnAScreen)), last)
            }
            try consent.answer(try ask(prompt(question), last))
        }
        if consent.needsYes { try consent.agree(try ask(confirmation, last)) }
        return try consent.approval()
    }

    private var confirmation: String { "sign \(consent.object)? type yes: " }

    private func prompt(_ hold: HoldQuestion) -> String { "\(hold.rule.rawValue): to go on, type \(hold.value): " }

    /// Shows the review, paged if it is longer than the terminal, and the summary above the prompt.
    private func page(_ parts: Parts, _ last: LastScreen) throws(Failure) {
        let prompts =
            consent.needsYes
            ? rows(of: confirmation, "yes") : rows(of: consent.questions.prefix(Self.questionsOnAScreen))
        var pager = try Pager()
        try parts { text throws(Failure) in try pager.show(text + "\n") }
        if let note = consent.note { try pager.show(note) }
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
        return try Question.ask(prompt, above: countdown.map { time in { time.line() } }) { columns, rows in
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
        (countdown.map { [$0.line()] } ?? []) + [prompt + answer]
    }
}
