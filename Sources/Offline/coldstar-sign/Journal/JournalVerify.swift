// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Confine
import Faults
import Shell
import Signing
import SodiumKit
import Stellar
import TextCodec
import Vault

struct JournalVerify: ConfinedCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify",
        abstract: "Check the journal line by line, and against every key's seal; with a PIN, prove that seal too.",
        discussion: """
            Examples: coldstar-sign journal verify
            coldstar-sign journal verify --key savings
            A line that no key of this vault has written ends it with exit 77. A whole vault that was put back to an earlier state
            looks right: compare number and digest with what you noted.
            """)

    @Option(help: "A key whose PIN proves that its seal is its own.", completion: Completion.keys)
    var key: String?

    @Flag(help: "Print one JSON document.")
    var json = false

    @OptionGroup var pin: PINInput
    @OptionGroup var home: HomeOptions

    var reach: Reach { get throws(Failure) { pin.reach + (try home.toKeep) } }

    func run() throws {
        let vault = try home.keyVault()
        var verification = try JournalVerification(vault)
        if let key { try verification.prove(with: try pin.unlock(try KeyName(typed: key), in: vault)) }
        if json { return try Console.put(line: verification.document.text(pretty: true)) }
        for line in verification.lines { try Console.put(line: line) }
    }
}
