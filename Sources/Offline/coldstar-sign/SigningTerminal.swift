// SPDX-License-Identifier: Apache-2.0

import Codec
import Crypto
import Review
import Signing
import Terminal
import Vault

// What the library asks of a person, at the terminal.

extension Screen {
    /// Standard output, for results.
    static var output: Screen { of(Console.outputIsTerminal, Console.outputColumns) }
    /// Standard error, for reviews and prompts.
    static var error: Screen { of(Console.errorIsTerminal, Console.errorColumns) }

    private static func of(_ isTerminal: Bool, _ columns: Int?) -> Screen {
        Screen(
            colours: isTerminal && Console.hasColours && HeldTerminal.isDrawable, columns: columns,
            in: CommandStyle.current)
    }
}

extension WordByWord {
    /// Reads a secret from the descriptor or in one line on the terminal; after an empty line, a mnemonic word by word.
    static func read(descriptor: Int32?, orAsk prompt: String) throws(Failure) -> SecretBytes {
        if let descriptor { return try SecretLine.read(descriptor: descriptor, option: "--secret-fd") }
        guard SecretForm.isPossible else { return try SecretLine.ask(prompt + ": ") }
        let line = try SecretLine.ask(prompt + " (Enter alone: word by word): ")
        guard line.count == 0 else { return line }
        var words = WordByWord()
        try SecretForm.run(SecretForm.Arrows(up: Key.up, down: Key.down)) { step throws(Failure) in
            switch step {
            case .press(let byte): return try words.press(byte)
            case .draw(let columns, let rows, let put): words.draw(columns: columns, rows: rows, put)
            }
            return false
        }
        return try words.words()
    }
}

extension LastScreen {
    /// The summary for a number of columns and rows.
    func text(_ columns: Int, _ rows: Int) -> String { text(columns, rows, asked: []) }

    /// - Parameter asked: what is to be typed below.
    func text(_ columns: Int, _ rows: Int, asked: [Asked]) -> String {
        text(on: Screen.error.with(columns: columns), columns: columns, rows: rows, asked: asked)
    }
}

/// The terminal as the signer's jobs use it.
final class SigningTerminal: SignerFrontEnd {
    var style: any WordingStyle { CommandStyle.current }
    private lazy var reviewing = Progress.counter("reviewing", "transactions")
    private lazy var signing = Progress.counter("signing", "transactions")

    /// - Throws: `.refused` if the reader stops, and when the review could not be shown in full.
    func present(_ page: ReviewPage, _ take: (String) throws(Failure) -> Void) throws(Failure) {
        let parts: PagedQuestions.Parts = { show throws(Failure) in try page.write(on: .error, show) }
        guard !page.isForReading else { return try PagedQuestions.show(parts) }
        let questions = PagedQuestions(
            page.questions.map { ($0.prompt, $0.value) }, line: page.countdown.map { time in { time.line() } }
        ) { columns, rows, shown in
            page.lastScreen.text(columns, rows, asked: Array(page.asked[shown.clamped(to: page.asked.indices)]))
        }
        try questions.ask(about: parts, note: page.note, take)
    }

    func ask(_ question: Confirmation?, below text: ((Screen) -> String)?) throws(Failure) -> String? {
        if let text { try Pager.show(text(.error), above: question.map { [$0.prompt] } ?? []) }
        guard let question, Question.isPossible else { return nil }
        return try Question.ask(question.prompt)
    }

    func hear(_ event: SignerEvent) {
        switch event {
        case .warning(let text): Console.warning(text)
        case .keyChosen(let text): Console.message(Wording(text))
        case .reviewing(let done, let total): reviewing(done, total)
        case .signing(let done, let total): signing(done, total)
        }
    }
}
