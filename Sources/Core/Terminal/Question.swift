// SPDX-License-Identifier: Apache-2.0

package import Codec
import SafeFiles

/// A question to the user at the terminal; input is echoed.
package enum Question {
    /// The maximum length of a line, in bytes.
    private static let limit = 1000

    /// The typed line, without any spaces.
    ///
    /// - Parameters:
    ///   - above: a line of less than 80 columns above the prompt, redrawn four times a second if the terminal supports
    ///     it.
    ///   - resized: the text to show again above the prompt when the terminal's size changes.
    /// - Throws: `.refused` when there is no terminal, or the input ends.
    package static func ask(
        _ prompt: String, above line: (() -> String)? = nil, resized: ((_ columns: Int, _ rows: Int) -> String)? = nil
    ) throws(Failure) -> String {
        try text(prompt, above: line, resized: resized).filter { $0 != " " }
    }

    /// The typed line, without leading and trailing blanks.
    ///
    /// - Throws: `.refused` as above, `.badInput` for a line that is too long.
    package static func text(
        _ prompt: String, above line: (() -> String)? = nil, resized: ((_ columns: Int, _ rows: Int) -> String)? = nil
    ) throws(Failure) -> String {
        let terminal = open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY)
        guard terminal >= 0 else {
            throw Failure(.refused, "cannot ask for confirmation: not a terminal", hint: "run it at a terminal")
        }
        defer { close(terminal) }
        TransientLine.erase()
        forget(terminal)
        // Read before the prompt is shown: a user may resize the terminal as soon as it is.
        var size = HeldTerminal.size(of: terminal)
        if let line { try show("\(line())\n", terminal) }
        try show(TextLayout.question(prompt, columns: size?.columns), terminal)
        var typed: [UInt8] = []
        while true {
            wait(terminal) {
                let now = HeldTerminal.size(of: terminal)
                if let resized, let now, let before = size, now != before {
                    let above = line.map { $0() + "\n" } ?? ""
                    let question = TextLayout.question(prompt, columns: now.columns)
                    try? show("\n\(resized(now.columns, now.rows))\n\(above)\(question)", terminal)
                }
                size = now
                if let line, HeldTerminal.isDrawable {
                    try? show("\u{1b}7\u{1b}[1A\r\(line())\u{1b}[K\u{1b}8", terminal)
                }
            }
            var byte: UInt8 = 0
            let count = read(terminal, &byte, 1)
            if count < 0, errno == EINTR { continue }
            guard count == 1 else { throw nothing }
            if byte == UInt8(ascii: "\n") { break }
            guard typed.count < limit else { throw Failure(.badInput, "a line can have at most \(limit) bytes") }
            if byte != UInt8(ascii: "\r") { typed.append(byte) }
        }
        let isBlank: (UInt8) -> Bool = { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
        while typed.last.map(isBlank) == true { typed.removeLast() }
        return String(decoding: typed.drop(while: isBlank), as: UTF8.self)
    }

    private static let nothing = Failure(.refused, "nothing was entered")

    private static func show(_ text: String, _ terminal: Int32) throws(Failure) {
        do { try SafeFiles.writeAll(descriptor: terminal, bytes: Array(text.utf8)) } catch {
            throw Failure(.refused, "the question could not be shown: \(error.message)")
        }
    }

    /// Discards input typed before the question.
    private static func forget(_ terminal: Int32) {
        var settings = termios()
        if tcgetattr(terminal, &settings) == 0 { tcsetattr(terminal, TCSAFLUSH, &settings) }
    }

    /// Calls `tick` four times a second until something can be read.
    private static func wait(_ terminal: Int32, _ tick: () -> Void) {
        var awaited = pollfd(fd: terminal, events: Int16(POLLIN), revents: 0)
        while poll(&awaited, 1, 250) == 0 { tick() }
    }

    /// Whether there is a terminal to ask on.
    package static var isPossible: Bool {
        let terminal = open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY)
        guard terminal >= 0 else { return false }
        close(terminal)
        return true
    }
}

/// Questions at the terminal about a text that a person has to read first: page by page, with a summary directly above
/// each prompt.
package struct PagedQuestions {
    /// How often an answer may be wrong.
    private static let mostTries = 3
    /// Before a question whose answer was neither a no nor what was asked for.
    private static func again(_ value: String) -> String {
        value == "yes" ? "That was neither yes nor no. " : "That was not the value shown. "
    }
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
    ///   - take: receives each answer. If it refuses one, the question is asked again, at most twice, unless the answer
    ///     was a no.
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
            if let note { Console.message(Wording(note)) }
            return
        }
        var shown = try page(parts, note)
        for (index, question) in questions.enumerated() {
            if index == shown.upperBound {
                var pager = try Pager()
                shown = try finish(&pager, from: index)
            }
            var typed = try ask(question.prompt, index..<shown.upperBound)
            for left in (0..<Self.mostTries).reversed() {
                do throws(Failure) {
                    try take(typed)
                    break
                } catch {
                    guard error.kind == .refused, left > 0, !Self.isNo(typed, to: question.value) else { throw error }
                    shown = index..<index + 1
                    let prompt = Self.again(question.value) + question.prompt
                    try summarize(above: prompt, question.value, shown)
                    typed = try ask(prompt, shown)
                }
            }
        }
    }

    /// Shows the summary again above a question. The pager, which echoes nothing, has ended when this returns.
    private func summarize(above prompt: String, _ value: String, _ shown: Range<Int>) throws(Failure) {
        var pager = try Pager()
        try pager.finish(rows(of: prompt, value, pager.columns)) { columns, rows in summary(columns, rows, shown) }
    }

    /// Whether an answer ends the questions: a no, or nothing where a yes was asked for.
    private static func isNo(_ typed: String, to value: String) -> Bool {
        ["n", "no", "q", "quit"].contains(typed.lowercased()) || (typed.isEmpty && value == "yes")
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
        try pager.finish(rows(of: shown, pager.columns)) { columns, rows in summary(columns, rows, shown) }
        return shown
    }

    /// The end of the questions that share a screen with the one at an index.
    private func last(from index: Int, _ columns: Int, _ rows: Int) -> Int {
        var end = index + 1
        while end < min(questions.count, index + Self.questionsOnAScreen),
            rows - count(self.rows(of: index..<end + 1, columns), columns) >= Self.rowsOfSummary
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
        try Question.ask(prompt, above: line) { columns, rows in
            summary(columns, rows - count(self.rows(of: prompt, "", columns), columns), shown)
        }
    }

    /// The rows that a screen of questions and their answers take.
    private func rows(of shown: Range<Int>, _ columns: Int) -> [String] {
        questions[shown].flatMap { rows(of: $0.prompt, $0.value, columns) }
    }

    private func rows(of prompt: String, _ answer: String, _ columns: Int) -> [String] {
        let lines = (TextLayout.question(prompt, columns: columns) + answer).split(separator: "\n").map(String.init)
        return (line.map { [$0()] } ?? []) + lines
    }
}
