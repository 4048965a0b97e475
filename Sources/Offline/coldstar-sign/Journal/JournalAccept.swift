// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Confine
import Faults
import Shell
import Signing
import Vault

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
        let vault = try home.keyVault()
        let name = try KeySelection.one(key, in: vault)
        let acceptance = try JournalAcceptance(by: name, in: vault)
        guard !acceptance.isSettled else {
            Console.say("there is nothing to accept: no other key of this vault has signed lines, and no line is new")
            return try put(acceptance, [], 0)
        }
        var accepted: [AcceptedKey] = []
        for other in acceptance.writers {
            let (text, confirmation) = acceptance.question(about: other)
            try Pager.show(text, above: [confirmation.prompt])
            if confirmation.accepts(try Question.ask(confirmation.prompt)) { accepted.append(other) }
        }
        let lines = try acceptance.unprovenLines()
        if acceptance.needsAgreement {
            let heading = "Lines of the journal that key \(name.text) cannot prove:"
            try acceptance.agreement.ask(below: ([heading] + lines).joined(separator: "\n"))
        }
        try acceptance.write(accepting: accepted, by: try pin.unlock(name, in: vault))
        for line in acceptance.lines(accepting: accepted, keeping: lines.count) { Console.say(Wording(line)) }
        try put(acceptance, accepted, lines.count)
    }

    private func put(_ acceptance: JournalAcceptance, _ accepted: [AcceptedKey], _ lines: Int) throws(Failure) {
        if json { try Console.put(document: acceptance.document(accepting: accepted, keeping: lines)) }
    }
}
