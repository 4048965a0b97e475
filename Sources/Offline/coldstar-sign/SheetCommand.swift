// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Codec
import Confine
import Signing
import Stellar
import Terminal
import Vault

struct SheetCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sheet",
        abstract: "Sheets to print: for a key's backup, and of addresses. They contain no secret.",
        subcommands: [SheetKey.self, SheetAddresses.self])
}

struct SheetKey: ConfinedCommand, PagedCommand {
    static let configuration = CommandConfiguration(
        commandName: "key",
        abstract: "A sheet for the backup of a key, with room to write the words by hand; needs no PIN.",
        discussion: """
            Examples: coldstar-sign sheet key savings --out savings.html
            coldstar-sign sheet key savings --for file --out savings-file.html
            coldstar-sign sheet key savings --for shares --threshold 2 --shares 3 --out shares.html
            It says whose key it is, what opens the backup and how to restore it. The sheet of a vault's backup: coldstar-sign backup --sheet FILE.
            Print it before you write on it: the words never pass through the printer.
            """)

    enum Kind: String, CaseIterable, ExpressibleByArgument {
        case words, file, shares
    }

    @Argument(help: "The key's name.", completion: Completion.keys)
    var name: String

    @Option(
        name: .customLong("for"),
        help: "The backup: words (default; of an imported key the secret key), file, or shares.")
    var kind = Kind.words

    @Option(help: "Of shares: how many restore the key, 2 to 16.")
    var threshold: String?

    @Option(help: "Of shares: how many there are, to 16.")
    var shares: String?

    @OptionGroup var sheet: SheetOutput
    @OptionGroup var home: HomeOptions
    @OptionGroup var clock: NowOption

    var reach: AllowedAccess { get throws(Failure) { sheet.output.reach + (try home.toRead) } }

    func run() throws {
        let kind = try paper()
        try sheet.checkFree()
        let store = KeyStore(try home.keyVault())
        try sheet.deliver(try store.sheet(of: try KeyName(typed: name), for: kind, at: try clock.time()))
    }

    private func paper() throws(Failure) -> PaperKind {
        guard kind == .shares else {
            guard threshold == nil, shares == nil else {
                throw Failure(.usage, "--threshold and --shares belong to --for shares")
            }
            return kind == .file ? .file : .words
        }
        guard let threshold, let shares else {
            throw Failure(
                .usage, "--for shares: needs --threshold and --shares", hint: "as they were given to key shares make")
        }
        return .shares(try ShareScheme(threshold: threshold, shares: shares, of: "sheet key"))
    }
}

struct SheetAddresses: ConfinedCommand, PagedCommand {
    static let configuration = CommandConfiguration(
        commandName: "addresses",
        abstract: "A sheet of the addresses of keys and of the book, each with a QR code; needs no PIN.",
        discussion: """
            Examples: coldstar-sign sheet addresses --out addresses.html
            coldstar-sign sheet addresses savings exchange --out two.html
            Addresses stand in groups of four characters, as on the signer's screens.
            """)

    @Argument(help: "Names of keys and contacts, or accounts of the book (default: all).")
    var names: [String] = []

    @OptionGroup var sheet: SheetOutput
    @OptionGroup var home: HomeOptions
    @OptionGroup var clock: NowOption

    var reach: AllowedAccess { get throws(Failure) { sheet.output.reach + (try home.toRead) } }

    func run() throws {
        try sheet.checkFree()
        try sheet.deliver(try VaultContext(home).addressSheet(of: names, at: try clock.time()))
    }
}

/// How a sheet is written, and where.
struct SheetOutput: ParsableArguments {
    enum Format: String, CaseIterable, ExpressibleByArgument {
        case html, text
    }

    @Option(help: "html: one page for any browser (default); or text (default on a terminal).")
    var format: Format?

    @OptionGroup var output: OutputOptions

    func checkFree() throws(Failure) {
        guard !output.isFolder else { throw Failure(.usage, "--out: give a file, not a folder") }
        try output.checkFree()
    }

    func deliver(_ sheet: Sheet) throws(Failure) {
        let style = CommandStyle.current
        let usual: Format = output.isStandard && Console.outputIsTerminal ? .text : .html
        let columns = output.isStandard ? Console.outputColumns : nil
        try output.deliver(
            file: format ?? usual == .text ? sheet.text(in: style, columns: columns) : try sheet.html(in: style))
    }
}
