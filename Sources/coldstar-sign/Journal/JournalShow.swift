// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CLISupport
import Confine
import Stellar
import TextCodec
import Vault

struct JournalShow: ConfinedCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "What this machine has signed; the chain of entries is checked on the way.",
        discussion: "Example: coldstar-sign journal")

    @Flag(help: "Print one JSON document for each entry, one a line.")
    var json = false

    @OptionGroup var home: HomeOptions

    // A reader takes the lock as well, and makes its file.
    var reach: Reach {
        get throws(Failure) {
            try home.toKeep
        }
    }

    func run() throws {
        let journal = SignerJournal(folder: try home.vault())
        do {
            let history = try journal.history()
            if history.torn > 0 {
                Console.say("the last \(history.torn) bytes are a torn entry, as a power cut leaves it")
            }
            if history.entries == 0 { Console.say("nothing was signed yet") }
            var failure: Failure?
            try journal.visit { (line: Int, entry: JournalEntry) throws(JournalError) in
                guard failure == nil else { return }
                do throws(Failure) { try print(line, entry) } catch { failure = error }
            }
            if let failure { throw failure }
        } catch let error as JournalError {
            throw Failure(error)
        }
    }

    private func print(_ line: Int, _ entry: JournalEntry) throws(Failure) {
        switch entry {
        case .intent(let intent):
            guard json else {
                let place = intent.network.map { $0.name ?? "another network" } ?? "no network"
                return try Console.put(
                    line:
                        "\(line)  \(intent.time.utc)  \(intent.kind.rawValue) \(intent.hash.hex) on \(place) by \(intent.key.text): "
                        + TerminalText.escape(intent.summary))
            }
            try Console.put(line: document(line, intent).text())
        case .change(let change):
            guard json else {
                return try Console.put(
                    line:
                        "\(line)  \(change.time.utc)  \(change.list.rawValue) number \(change.mark.counter) by \(change.key.text)"
                )
            }
            let document: JSON = [
                "version": 1, "line": .integer(line), "type": "change", "time": .string(change.time.rfc3339),
                "list": .string(change.list.rawValue), "number": .integer(change.mark.counter),
                "digest": .string(Hex.encode(change.mark.digest)), "key": .string(change.key.text),
            ]
            try Console.put(line: document.text())
        case .outcome(let outcome):
            guard json else {
                return try Console.put(
                    line: "\(line)  \(outcome.time.utc)  \(outcome.result.rawValue) \(outcome.hash.hex)")
            }
            let document: JSON = [
                "version": 1, "line": .integer(line), "type": "outcome", "time": .string(outcome.time.rfc3339),
                "hash": .string(outcome.hash.hex), "result": .string(outcome.result.rawValue),
            ]
            try Console.put(line: document.text())
        }
    }

    private func document(_ line: Int, _ intent: SigningIntent) -> JSON {
        [
            "version": 1, "line": .integer(line), "type": "intent", "time": .string(intent.time.rfc3339),
            "kind": .string(intent.kind.rawValue), "hash": .string(intent.hash.hex),
            "network_passphrase": intent.network.map { .string($0.passphrase) } ?? .null,
            "source": intent.source.map { .string($0.address) } ?? .null,
            "sequence": intent.sequence.map { .string(String($0)) } ?? .null, "key": .string(intent.key.text),
            "summary": .string(intent.summary), "findings": .array(intent.findings.map { .string($0) }),
        ]
    }
}
