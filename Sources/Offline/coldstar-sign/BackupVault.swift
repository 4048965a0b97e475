// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Confine
import Faults
import SafeFiles
import Shell
import Stellar
import TextCodec
import Vault

struct BackupVault: ConfinedCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup",
        abstract: "Back up the whole vault to one file: sealed keys, seals, book, policy and journal.",
        discussion: """
            Example: coldstar-sign backup --out /media/stick/vault.backup
            It does not need a PIN. Anyone with the file can guess the PINs of its keys without limit, and can read whom you
            pay. Make a new backup after every change you want to keep.
            """)

    @Option(help: "The file, which must not be there yet; - is standard output.", completion: .file())
    var out: String

    @Flag(help: "Print the outcome as a JSON document; not with --out -.")
    var json = false

    @OptionGroup var home: HomeOptions
    @OptionGroup var clock: NowOption

    var reach: Reach { get throws(Failure) { (isStandard ? Reach() : .output(out)) + (try home.toRead) } }
    private var isStandard: Bool { out == "-" }

    func run() throws {
        let folder = try home.vault()
        guard !isStandard || !json else {
            throw Failure(.usage, "--out - cannot be combined with --json: standard output is the backup")
        }
        if isStandard, Console.outputIsTerminal {
            throw Failure(.usage, "--out -: standard output is a terminal", hint: "give a file")
        }
        do {
            let (backup, journal, leftOut) = try VaultBackup.make(of: folder, time: try clock.time())
            if isStandard {
                try Console.put(backup.bytes)
            } else {
                try SafeFiles.write(backup.bytes, to: out, replacing: false)
            }
            let place = isStandard ? "standard output" : TerminalText.escape(out)
            Console.say("backup    \(backup.count) files, written to \(place)")
            Self.report(journal)
            for name in leftOut { Console.say("left out  \(TerminalText.escape(name)), which is not part of a vault") }
            guard json else { return }
            try Console.put(
                document: [
                    "file": .string(out), "files": .integer(backup.count), "journal": Self.document(journal),
                    "left_out": .array(leftOut.map(JSON.string)),
                ])
        } catch {
            throw Failure(any: error)
        }
    }

    /// Prints what to note on paper, with which a journal that was restored to an earlier state can be detected.
    static func report(_ journal: VaultBackup.Journal) {
        let last = journal.latest.map { ", the last at \($0.utc)" } ?? ""
        Console.say("entries   \(journal.entries)\(last)")
        Console.say("digest    \(Hex.encode(journal.digest))")
    }

    static func document(_ journal: VaultBackup.Journal) -> JSON {
        [
            "entries": .integer(journal.entries),
            "latest": journal.latest.map { .string($0.rfc3339) } ?? .null,
            "digest": .string(Hex.encode(journal.digest)),
        ]
    }
}

struct RestoreVault: ConfinedCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore", abstract: "Restore a whole vault from its backup, where no vault exists.",
        discussion: """
            Example: coldstar-sign restore /media/stick/vault.backup
            The backup is verified first; then the vault is restored completely or not at all. Anything signed after the
            backup is missing from it, which cannot be detected: compare the number of entries and the digest with your notes.
            """)

    @Argument(help: "The backup: a file, or - for standard input.", completion: .file())
    var file: String

    @Flag(help: "Print the outcome as a JSON document.")
    var json = false

    @OptionGroup var home: HomeOptions

    var reach: Reach {
        get throws(Failure) {
            let folder = try home.folder()
            do { try SafeFiles.createFolder(folder) } catch { throw Failure(.cannotCreate, error.message) }
            return Reach(file, .file) + Reach(folder, .keepFolders)
        }
    }

    func run() throws {
        do {
            let bytes =
                file == "-"
                ? try SafeFiles.readAll(descriptor: 0, limit: VaultBackup.limit, name: "standard input")
                : try SafeFiles.read(file, limit: VaultBackup.limit)
            let backup = try VaultBackup(parsing: bytes)
            let (journal, keys) = try backup.restore(to: try home.vault())
            for key in keys { Console.say("key       \(key.name.text), \(key.publicKey.address)") }
            BackupVault.report(journal)
            Console.say("backup    of \(backup.time.utc)")
            Console.say(
                """
                This vault does not know what was signed after that: it cannot warn of sequence numbers used since \
                (W-SEQUSED), and a policy does not count payments made since. Check the ledger before you sign.
                """)
            Console.say("proven    no: run coldstar-sign journal verify --key NAME, which needs its PIN")
            guard json else { return }
            let names = keys.map {
                ["name": .string($0.name.text), "public_key": .string($0.publicKey.address)] as JSON
            }
            try Console.put(
                document: [
                    "made": .string(backup.time.rfc3339), "keys": .array(names),
                    "journal": BackupVault.document(journal),
                ])
        } catch {
            throw Failure(any: error)
        }
    }
}
