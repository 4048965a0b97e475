// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Codec
import Confine
import SafeFiles
import Signing
import Terminal
import Vault

struct BackupVault: ConfinedCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup",
        abstract: "Back up the whole vault to one file: sealed keys, seals, book, policy and journal.",
        discussion: """
            Example: coldstar-sign backup --out /media/stick/vault.backup
            coldstar-sign backup --out vault.backup --sheet vault.html
            It does not need a PIN. Anyone with the file can guess the PINs of its keys without limit, and can read whom you
            pay. Make a new backup after every change you want to keep.
            """)

    @Option(help: "The file, which must not be there yet; - is standard output.", completion: .file())
    var out: String

    @Option(
        help: "Write a sheet to print about this backup, an HTML page, to this file, which must not be there yet.",
        completion: .file())
    var sheet: String?

    @Flag(help: "Print the outcome as a JSON document; not with --out -.")
    var json = false

    @OptionGroup var home: HomeOptions
    @OptionGroup var clock: NowOption

    var reach: AllowedAccess {
        get throws(Failure) {
            let files = [isStandard ? nil : out, sheet].compactMap(\.self)
            return files.reduce(try home.toKeep) { $0 + .output($1) }
        }
    }
    private var isStandard: Bool { out == "-" }

    func run() throws {
        try checkOutputs()
        let made = try BackupJob.run(of: try home.keyVault(), at: try clock.time(), telling: SigningTerminal())
        let bytes = made.backup.bytes
        if isStandard { try Console.result(bytes) } else { try OutputFile.write(bytes, to: out) }
        if let sheet {
            let page = Sheet(of: made, in: isStandard ? "vault.backup" : OutputFile.name(of: out), bytes)
            try OutputFile.write(Array(try page.html(in: CommandStyle.current).utf8), to: sheet)
        }
        let place = isStandard ? "standard output" : TerminalText.escape(out)
        let report = BackupReport(made.journal)
        for line in report.lines(made: made.backup.count, at: place, leftOut: made.leftOut) { Console.message(line) }
        if json {
            try Console.result(
                document: report.document(made: made.backup.count, at: out, leftOut: made.leftOut))
        }
    }

    /// Checks everything that can be known before the journal gets a line about the backup.
    private func checkOutputs() throws(Failure) {
        guard !isStandard || !json else {
            throw Failure(.usage, "--out - cannot be combined with --json: standard output is the backup")
        }
        if isStandard, Console.outputIsTerminal {
            throw Failure(.usage, "--out -: standard output is a terminal", hint: "give a file")
        }
        guard sheet != "-" else { throw Failure(.usage, "--sheet -: give a file") }
        guard sheet != out else { throw Failure(.usage, "--out and --sheet cannot be the same file") }
        for path in [isStandard ? nil : out, sheet].compactMap(\.self) { try OutputFile.check(path) }
    }
}

/// A file that replaces none.
private enum OutputFile {
    static func check(_ path: String) throws(Failure) {
        do throws(FileError) { try SafeFiles.check(writing: path, replacing: false) } catch { throw Failure(error) }
    }

    static func write(_ bytes: [UInt8], to path: String) throws(Failure) {
        do throws(FileError) { try SafeFiles.write(bytes, to: path, replacing: false) } catch { throw Failure(error) }
    }

    /// The last part of a path.
    static func name(of path: String) -> String { path.split(separator: "/").last.map(String.init) ?? path }
}

struct RestoreVault: ConfinedCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore", abstract: "Restore a whole vault from its backup, where no vault exists.",
        discussion: """
            Example: coldstar-sign restore /media/stick/vault.backup
            The backup is verified first; then the vault is restored completely or not at all. Anything signed after the
            backup is missing from it, which cannot be detected: compare the number of entries and the digest with your notes.
            They are those of the backup; the restored journal has one entry more, which says when it was restored.
            """)

    @Argument(help: "The backup: a file, or - for standard input.", completion: .file())
    var file: String

    @Flag(help: "Print the outcome as a JSON document.")
    var json = false

    @OptionGroup var home: HomeOptions
    @OptionGroup var clock: NowOption

    var reach: AllowedAccess { get throws(Failure) { AllowedAccess(file, .file) + (try home.toRestore) } }

    func run() throws {
        do {
            let backup = try VaultBackup(parsing: try InputFile.read(file, limit: VaultBackup.limit).bytes)
            let (journal, keys) = try backup.restore(to: try home.vault(), at: try clock.time())
            let report = BackupReport(journal)
            for line in report.lines(restored: keys, of: backup.time) { Console.message(line) }
            if json { try Console.result(document: report.document(restored: keys, of: backup.time)) }
        } catch {
            throw Failure(any: error)
        }
    }
}
