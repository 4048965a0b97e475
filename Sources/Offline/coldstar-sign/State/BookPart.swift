// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Codec
import Confine
import Review
import Signing
import Terminal

/// The commands about a part of the book, or about all of it: which part, and the texts that differ.
protocol BookPart {
    static var sections: [BookSection] { get }
    static var listAbstract: String { get }
    static var removal: BookRemoval { get }
    static var importing: CommandConfiguration { get }
}

extension BookPart {
    static var listAbstract: String { "" }
    static var removal: BookRemoval { BookRemoval("", of: "", "", example: "") }
    static var importing: CommandConfiguration { CommandConfiguration() }
}

/// The command `book PART list`.
struct BookList<Part: BookPart>: ConfinedCommand, PagedCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "list", abstract: Part.listAbstract,
            discussion: "Example: coldstar-sign book \(section.rawValue) list")
    }

    @Flag(help: "Print one JSON document.")
    var json = false
    @OptionGroup var home: HomeOptions

    private static var section: BookSection { Part.sections[0] }

    var reach: AllowedAccess { get throws(Failure) { try home.toRead } }

    func run() throws {
        let book = try VaultContext(home).book
        if json { return try Console.result(document: Self.section.document(of: book)) }
        try Console.result(Array(Self.section.text(of: book, on: .output).utf8))
    }
}

/// The texts of a command `book PART remove`.
struct BookRemoval {
    let abstract: String
    /// The name of its argument, and what that is.
    let entry: ArgumentHelp
    let example: String
    let completion: CompletionKind

    init(
        _ abstract: String, of name: String, _ meaning: String, example: String, completion: CompletionKind = .default
    ) {
        self.abstract = abstract
        entry = ArgumentHelp(meaning, valueName: name)
        self.example = example
        self.completion = completion
    }
}

/// The command `book PART remove`.
struct BookRemove<Part: BookPart>: BookEdit {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "remove", abstract: Part.removal.abstract,
            discussion: "Example: coldstar-sign book \(Part.sections[0].rawValue) remove \(Part.removal.example)")
    }

    @Argument(help: Part.removal.entry, completion: Part.removal.completion)
    var entry: String
    @OptionGroup var editor: ListEditor

    func edit() -> BookChange {
        { book throws(Failure) in try Part.sections[0].removing(entry, from: book) }
    }
}

/// The command `book PART import`, and `book import`: takes entries from a file.
struct BookImport<Part: BookPart>: ConfinedCommand {
    static var configuration: CommandConfiguration { Part.importing }

    @Argument(help: "The file; - for standard input.", completion: .file())
    var file: String
    @OptionGroup var editor: ListEditor

    var reach: AllowedAccess { get throws(Failure) { AllowedAccess(file, .file) + (try editor.reach) } }

    func run() throws {
        let (bytes, origin) = try InputFile.read(file, limit: BookFile.limit)
        let file = try BookFile(bytes, origin: origin)
        try editor.make(
            .book({ book in Part.sections.reduce(book) { $1.merged(file.book, into: $0) } }, origin: file.origin))
    }
}

/// What a command makes of the book.
typealias BookChange = (Book) throws(Failure) -> Book

/// A command that changes the book.
protocol BookEdit: ConfinedCommand {
    var editor: ListEditor { get }

    /// The change that was typed. What can be checked without the book is checked here, before the vault is read.
    func edit() throws(Failure) -> BookChange
    /// Where the change comes from, to show above it; nil if it was typed.
    var origin: String? { get }
}

extension BookEdit {
    var reach: AllowedAccess { get throws(Failure) { try editor.reach } }
    var origin: String? { nil }

    func run() throws { try editor.make(.book(edit(), origin: origin)) }
}

/// Options of every command that changes book or policy.
struct ListEditor: ParsableArguments {
    @Option(help: "The key to use (default: the owner of the book).", completion: Completion.keys)
    var key: String?

    @Flag(help: "Agree to the change without being asked.")
    var yes = false

    @Flag(help: "Print the outcome as a JSON document: whether anything changed, and which list there is now.")
    var json = false

    @OptionGroup var pin: PINInput
    @OptionGroup var home: HomeOptions
    @OptionGroup var clock: NowOption

    /// Makes a change: shows it, asks, verifies the PIN and writes the list.
    func make(_ change: ListChangeJob.Change) throws(Failure) {
        let job = ListChangeJob(
            try home.keyVault(), key: key, isAgreed: yes, machine: KernelClock(), time: clock.given)
        let outcome = try job.run(change, at: SigningTerminal(), pin: pin)
        Console.message(outcome.line)
        if json { try Console.result(document: outcome.document) }
    }
}
