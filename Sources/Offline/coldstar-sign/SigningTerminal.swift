// SPDX-License-Identifier: Apache-2.0

import Faults
import Review
import Shell
import Signing
import SodiumKit
import Vault

// What the library asks of a person, at the terminal.

extension Screen {
    /// Standard output, for results.
    static var output: Screen { of(Console.outputIsTerminal, Console.outputColumns) }
    /// Standard error, for reviews and prompts.
    static var error: Screen { of(Console.errorIsTerminal, Console.errorColumns) }

    private static func of(_ isTerminal: Bool, _ columns: Int?) -> Screen {
        Screen(colours: isTerminal && Console.hasColours && HeldTerminal.isDrawable, columns: columns)
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

extension Consent {
    /// Shows a review and asks on the terminal for what it needs: a yes, or the value of each hold.
    ///
    /// - Parameters:
    ///   - last: the summary shown directly above the questions.
    ///   - countdown: the time left while the user decides.
    ///   - parts: passes the review, part by part, to its argument.
    /// - Throws: `.refused` when a rule refuses, when the user does not agree, when there is no terminal to ask on, and when the review
    ///   could not be shown in full.
    func ask(
        above last: LastScreen, countdown: Countdown? = nil, showing parts: PagedQuestions.Parts
    ) throws(Failure) -> Approval {
        if let refusal {
            try PagedQuestions.show(parts)
            throw refusal
        }
        var consent = self
        let questions = PagedQuestions(
            prompts.map { ($0.prompt, $0.value) }, line: countdown.map { time in { time.line() } }
        ) { [asked = self.questions.map(LastScreen.Asked.init)] columns, rows, shown in
            last.text(columns, rows, asked: Array(asked[shown.clamped(to: asked.indices)]))
        }
        try questions.ask(about: parts, note: note) { typed throws(Failure) in try consent.take(typed) }
        return try consent.approval()
    }
}

extension Confirmation {
    /// Shows a text, and asks below it.
    ///
    /// - Throws: `.refused` unless the value is typed.
    func ask(below text: String) throws(Failure) {
        try Pager.show(text, above: [prompt])
        try check(try Question.ask(prompt))
    }
}

extension KeySelection {
    /// Prints which key was chosen, unless the user named it.
    func say() {
        if let note { Console.say(Wording(note)) }
    }

    /// The name of the key that an option names, or of the only one.
    static func one(_ option: String?, in vault: Vault) throws(Failure) -> KeyName {
        let selection = try KeySelection(one: option, in: vault)
        selection.say()
        return selection.names[0]
    }
}
