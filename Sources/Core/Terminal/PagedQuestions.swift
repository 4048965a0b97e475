// SPDX-License-Identifier: Apache-2.0

package import Codec

/// Questions at the terminal about a text that a person has to read first: page by page, with a summary directly above each prompt.
package struct PagedQuestions {
    /// The maximum number of questions on one screen with the summary; after them the summary is shown again.
    private static let questionsOnAScreen = 4
    /// The rows that the summary needs; several questions share a screen only if they leave as many.
    private static let rowsOfSummary = 14

    /// Passes a text, part by part, to its argument.
    package typealias Parts = ((String) throws(Failure) -> Void) throws(Failure) -> Void

    private let questions: [(prompt: String, value: String)]
    private let line: (() -> String)?
    private let summary: (_ columns: Int, _ rows: Int, _ questions: Range<Int>) -> String

    /// - Parameters:
    ///   - questions: the prompts in their order, each with the value that it asks for.
    ///   - line: a line above each prompt that changes with time; nil for none.
    ///   - summary: returns the summary for a number of columns and rows, above these questions.
    package init(
        _ questions: [(prompt: String, value: String)], line: (() -> String)? = nil,
        summary: @escaping (_ columns: Int, _ rows: Int, _ questions: Range<Int>) -> String
    ) {
        self.questions = questions
        self.line = line
        self.summary = summary
    }

    /// Shows the text without asking anything.
    package static func show(_ parts: Parts) throws(Failure) {
        try parts { text throws(Failure) in try Console.show(text) }
    }

    /// Shows the text and asks the questions. Without a terminal, or without questions, it shows the text
    /// and returns without asking: the caller has to check that every answer came.
    ///
    /// - Parameters:
    ///   - note: shown below the text; nil for none.
    ///   - take: receives each answer; if it throws, nothing more is asked.
    /// - Throws: `.refused` if the reader stops, or the text could not be shown in full; what `take` throws.
    package func ask(
        about parts: Parts, note: String?, _ take: (String) throws(Failure) -> Void
    ) throws(Failure) {
        let isAsked = !questions.isEmpty && Question.isPossible
        if !isAsked || !Console.errorIsTerminal { try Self.show(parts) }
        guard isAsked else {
            // Whatever is asked next, such as the PIN, stands below the summary.
            if Console.errorIsTerminal {
                let columns = Console.errorColumns ?? TerminalSize.usual.columns
                try Console.show(summary(columns, (Console.errorRows ?? TerminalSize.usual.rows) - 2, 0..<0))
            }
            if let note { Console.say(Wording(note)) }
            return
        }
        var shown = try page(parts, note)
        for (index, question) in questions.enumerated() {
            if index == shown.upperBound {
                var pager = try Pager()
                shown = try finish(&pager, from: index)
            }
            try take(try ask(question.prompt, index..<shown.upperBound))
        }
    }

    /// Shows the text, paged if it is longer than the terminal, and the summary above the first prompts.
    ///
    /// - Returns: the questions whose answers have their place below it.
    private func page(_ parts: Parts, _ note: String?) throws(Failure) -> Range<Int> {
        var pager = try Pager()
        try parts { text throws(Failure) in try pager.show(text + "\n") }
        if let note { try pager.show(note) }
        return try finish(&pager, from: 0)
    }

    private func finish(_ pager: inout Pager, from index: Int) throws(Failure) -> Range<Int> {
        let shown = index..<last(from: index, pager.columns, pager.rows)
        try pager.finish(rows(of: shown)) { columns, rows in summary(columns, rows, shown) }
        return shown
    }

    /// The end of the questions that share a screen with the one at an index.
    private func last(from index: Int, _ columns: Int, _ rows: Int) -> Int {
        var end = index + 1
        while end < min(questions.count, index + Self.questionsOnAScreen),
            rows - count(self.rows(of: index..<end + 1), columns) >= Self.rowsOfSummary
        {
            end += 1
        }
        return end
    }

    private func count(_ lines: [String], _ columns: Int) -> Int {
        lines.reduce(0) { $0 + TerminalText.rows(of: $1, columns: columns).count }
    }

    /// Asks below the summary, which is redrawn when the terminal's size changes.
    private func ask(_ prompt: String, _ shown: Range<Int>) throws(Failure) -> String {
        let question = rows(of: prompt, "")
        return try Question.ask(prompt, above: line) { columns, rows in
            summary(columns, rows - count(question, columns), shown)
        }
    }

    /// The rows that a screen of questions and their answers take.
    private func rows(of shown: Range<Int>) -> [String] {
        questions[shown].flatMap { rows(of: $0.prompt, $0.value) }
    }

    private func rows(of prompt: String, _ answer: String) -> [String] {
        (line.map { [$0()] } ?? []) + [prompt + answer]
    }
}
