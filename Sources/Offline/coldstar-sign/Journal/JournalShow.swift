// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Confine
import Faults
import Shell
import Signing
import TextCodec
import Vault

struct JournalShow: ConfinedCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "What this machine has signed; the chain of entries is checked on the way.",
        discussion: "Example: coldstar-sign journal")

    @Flag(help: "Print one JSON document for each entry, one a line.")
    var json = false

    @OptionGroup var home: HomeOptions

    // Readers take the lock too, and may have to create its file.
    var reach: Reach { get throws(Failure) { try home.toKeep } }

    func run() throws {
        let journal = SignerJournal(folder: try home.vault())
        do {
            let history = try journal.history()
            if history.torn > 0 {
                Console.say("the last \(history.torn) bytes are a torn entry, as a power cut leaves it")
            }
            if history.entries == 0 { Console.say("nothing has been signed yet") }
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
        try Console.put(line: json ? JournalLineText.document(line, entry).text() : JournalLineText.text(line, entry))
    }
}
