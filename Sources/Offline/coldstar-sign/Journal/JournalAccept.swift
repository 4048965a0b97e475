// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Confine
import Faults
import Shell
import TextCodec
import Vault

struct JournalAccept: ConfinedCommand {
    static let configuration = CommandConfiguration(
        commandName: "accept",
        abstract: "Look at journal lines that a key cannot prove, and go on signing with them.",
        discussion: """
            Example: coldstar-sign journal accept --key savings
            Lines of another key of this vault prove what they say once you accept that key. Lines that no key of this vault has
            written stay in the journal and can add findings, but never remove one. Both are asked about at the terminal, before
            the PIN.
            """)

    @Option(help: "The key that cannot prove the lines (default: the only one).", completion: Completion.keys)
    var key: String?

    @Flag(help: "Print the outcome as a JSON document.")
    var json = false

    @OptionGroup var pin: PINInput
    @OptionGroup var home: HomeOptions

    var reach: Reach { get throws(Failure) { pin.reach + (try home.toKeep) } }

    func run() throws {
        let vault = Vault(folder: try home.vault())
        let name = try KeyChoice.names(key.map { [$0] } ?? [], in: vault) { () throws(Failure) in [] }[0]
        do {
            let around = try VaultState(folder: vault.folder, for: [name])
            try around.check(name)
            let view = around.record(for: name)
            let writers = try around.settledWriters(seenBy: name)
            guard !view.isSettled || !writers.isEmpty else {
                Console.say(
                    "there is nothing to accept: no other key of this vault has signed lines, and no line is new")
                return try put(name, [], 0)
            }
            let accepted = try accepted(view.strangers + writers.filter { !view.strangers.contains($0) })
            let lines = try agreed(around, view, name)
            let opened = try pin.unlock(name, in: vault)
            let lock = try VaultLock(folder: vault.folder)
            _ = try around.verify(opened)
            let state = try around.refreshed(holding: lock)
            _ = try state.verify(opened)
            guard state.history.digest == around.history.digest else {
                throw StateError.changedMeanwhile(file: "journal")
            }
            try state.reseal(opened.record, holding: lock, accepting: accepted, settling: true)
            for other in accepted {
                Console.say("key \(name.text) accepts the journal lines of key \(other.name.text)")
            }
            if lines > 0 { Console.say("\(lines) lines stay in the journal; they can add findings, and remove none") }
            try put(name, accepted, lines)
        } catch {
            throw Failure(any: error)
        }
    }

    /// Asks which other keys to accept.
    private func accepted(_ writers: [AcceptedKey]) throws(Failure) -> [AcceptedKey] {
        var accepted: [AcceptedKey] = []
        for other in writers {
            let value = Hex.encode(other.recordKey.suffix(3))
            let prompt = "if you made this key, type \(value) to accept its lines; if not, press Enter: "
            try Pager.show(
                "Key \(other.name.text) has signed lines with record key \(Hex.encode(other.recordKey)).",
                above: [prompt])
            let typed = try Question.ask(prompt)
            if typed == value { accepted.append(other) }
        }
        return accepted
    }

    /// Shows the lines that the key cannot prove, and asks to keep them.
    ///
    /// - Returns: the number of lines.
    private func agreed(_ around: VaultState, _ view: RecordView, _ name: KeyName) throws -> Int {
        guard view.fault != nil || view.uncovered > 0 else { return 0 }
        let first = (around.seal(name)?.journalLines ?? 0) + 1
        var shown: [String] = []
        try SignerJournal(folder: around.folder).visit { (line: Int, entry: JournalEntry) in
            guard view.unproven.contains(line), line >= first || view.unseen.contains(line) else { return }
            shown.append(JournalLineText.text(line, entry))
        }
        let value = Hex.encode(around.history.digest.suffix(3))
        let prompt = "they stay in the journal and can only add findings; to go on, type \(value): "
        let heading = "Lines of the journal that key \(name.text) cannot prove:"
        try Pager.show(([heading] + shown).joined(separator: "\n"), above: [prompt])
        let typed = try Question.ask(prompt)
        guard typed == value else { throw Failure(.refused, "nothing was changed") }
        return shown.count
    }

    private func put(_ name: KeyName, _ accepted: [AcceptedKey], _ lines: Int) throws(Failure) {
        guard json else { return }
        try Console.put(
            document: [
                "name": .string(name.text), "accepted_keys": .array(accepted.map { .string($0.name.text) }),
                "unproven_lines": .integer(lines),
            ])
    }
}
