// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Codec
import Crypto
import Handoff
import Review
import Signing
import Stellar
import Terminal
import Vault

// The library's values, made of options.

extension VaultContext {
    /// Reads the vault that the options name, and prints its warnings.
    init(_ home: HomeOptions, for keys: [KeyName] = []) throws(Failure) {
        try self.init(try home.keyVault(), for: keys)
        sayWarnings()
    }

    /// Reads the vault for display only.
    init(displaying home: HomeOptions) throws(Failure) {
        try self.init(displaying: try home.keyVault())
        sayWarnings()
    }

    private func sayWarnings() {
        for warning in warnings { Console.warning(warning) }
    }
}

extension HomeOptions {
    /// The signer's keys.
    func keyVault() throws(Failure) -> Vault { Vault(folder: try vault()) }
}

extension ParsedRequest {
    /// Reads TX, and the transactions attached to it by `--envelope`.
    init(_ input: TransactionInput, _ networks: NetworkSelection, envelopes: [String]) throws(Failure) {
        try self.init(input, networks, attaching: envelopes.count)
        for text in envelopes { try attach(try TransactionInput(text), networks) }
    }
}

extension NowOption {
    /// The time as the user told it, or by the machine's clock.
    func given() throws(Failure) -> GivenTime { GivenTime(try time(), isTold: now != nil) }
}

extension OutputOptions {
    /// Delivers the signed output, directly or in a document; for a file, the document contains its path.
    ///
    /// - Parameter name: the file's name in a folder; nil if there is no hash, in which case no folder is possible.
    /// - Returns: the path of the file; nil for standard output.
    func deliver(
        _ text: String, of outcome: SignedOutcome, as name: HandoffName?, isJSON: Bool
    ) throws(Failure) -> String? {
        try deliver([text], of: [outcome], as: name, isJSON: isJSON)
    }

    /// Delivers the lines of a signed batch, each directly or in a document.
    func deliver(
        _ lines: [String], of outcomes: [SignedOutcome], as name: HandoffName?, isJSON: Bool
    ) throws(Failure) -> String? {
        let isInline = isJSON && isStandard
        let lines = isInline ? zip(outcomes, lines).map { $0.document(.inline($1)).text() } : lines
        let text = lines.joined(separator: "\n")
        let path: String?
        if let name {
            path = try deliver(text, as: name)
        } else {
            try deliver(text)
            path = isStandard ? nil : self.path
        }
        if isJSON, let path {
            for outcome in outcomes { try Console.result(line: outcome.document(.file(path)).text()) }
        }
        return path
    }
}

extension SignedFormat: ExpressibleByArgument {}

/// The source of the PIN: an inherited descriptor, or the terminal.
struct PINInput: ParsableArguments {
    @Option(help: "Read the PIN from this file descriptor, one line, instead of the terminal.")
    var pinFd: Int32?

    @Option(help: "The file that is the key's second factor besides the PIN.", completion: .file())
    var secondFactor: String?

    /// Rejects a descriptor that is not open before the review is shown.
    func validate() throws {
        guard let pinFd, !SecretLine.isOpen(pinFd) else { return }
        throw ValidationError("--pin-fd: descriptor \(pinFd) is not open")
    }

    /// The second factor; nil if none was named.
    func factor() throws(Failure) -> SecretBytes? { try Self.factor(secondFactor, .secondFactor) }

    static func factor(_ path: String?, _ field: FieldID) throws(Failure) -> SecretBytes? {
        guard let path else { return nil }
        let content = try SecretFile.read(path)
        try SecondFactor.check(content, field)
        return content
    }

    /// Reads the PIN of an existing key without counting it as a try.
    func existing(_ name: KeyName) throws(Failure) -> SecretBytes {
        if let pinFd { return try PINReader.read(descriptor: pinFd, option: "--pin-fd") }
        let pin = try SecretLine.ask(PINEntry.question(name))
        guard pin.count > 0 else { throw PINEntry.empty }
        return pin
    }

    /// Reads a new PIN, on the terminal twice.
    func new(_ name: KeyName) throws(Failure) -> SecretBytes {
        try Self.new(name, descriptor: pinFd, option: "--pin-fd")
    }

    static func new(_ name: KeyName, descriptor: Int32?, option: String) throws(Failure) -> SecretBytes {
        if let descriptor { return try SecretLine.read(descriptor: descriptor, option: option) }
        // A weak one is refused before it is typed again, and asked for again.
        return try SecretLine.askTwice(PINEntry.newQuestion(name), check: PINEntry.checkNew)
    }
}

extension PINInput: PINSource {
    // On the terminal a wrong PIN may be corrected.
    var tries: Int { pinFd == nil ? PINEntry.mostTries : 1 }
    var hasSecondFactor: Bool { secondFactor != nil }

    func entering<Result: ~Copyable>(
        _ body: ((PINQuestion) throws(Failure) -> SecretBytes) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        var reader = try PINReader(descriptor: pinFd, option: "--pin-fd")
        return try body { question throws(Failure) in
            if let correction = question.correction { reader.say(correction) }
            return try reader.read(question.prompt, after: question.pause)
        }
    }

    func hear(_ event: PINEvent) {
        switch event {
        case .note(let text): Console.message(text)
        case .effort(let text): TransientLine.announce(text)
        }
    }

    func clock() -> Timestamp { NowOption.clock() }
}

// What the library asks of a person, at the terminal.

extension Screen {
    /// Standard output, for results.
    static var output: Screen { of(Console.outputIsTerminal, Console.outputColumns) }
    /// Standard error, for reviews and prompts.
    static var error: Screen { of(Console.errorIsTerminal, Console.errorColumns) }

    private static func of(_ isTerminal: Bool, _ columns: Int?) -> Screen {
        Screen(
            colours: isTerminal && Console.hasColours && HeldTerminal.isDrawable, columns: columns,
            zone: isTerminal ? .machine : nil, in: CommandStyle.current)
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
