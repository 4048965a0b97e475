// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Codec
import Confine
import Signing
import Terminal

struct JournalAccept: ConfinedCommand {
    static let configuration = CommandConfiguration(
        commandName: "accept",
        abstract: "Review journal lines that a key cannot prove, and accept them.",
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
        let outcome = try JournalAcceptanceJob.run(
            by: key, in: try home.keyVault(), at: SigningTerminal(), pin: pin)
        for line in outcome.lines { Console.say(Wording(line)) }
        if json { try Console.put(document: outcome.document) }
    }
}
