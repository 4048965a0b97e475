// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Codec
import Confine
import Handoff
import Signing
import Stellar
import Terminal

struct JournalNote: ConfinedCommand {
    static let configuration = CommandConfiguration(
        commandName: "note",
        abstract: "Write down that co-signers have used a sequence number of a shared account.",
        discussion: """
            Example: coldstar-sign journal note signed.xdr --key carol
            For a transaction that other signers signed without this vault: it must bear the valid signature of a signer whom the
            book has for its source account. The next number is then expected after it (W-SEQJUMP). Signs nothing.
            """)

    @OptionGroup var argument: TransactionArgument

    @Option(help: "The key to use (default: the only one).", completion: Completion.keys)
    var key: String?

    @Flag(help: "Agree to the review without being asked.")
    var yes = false

    @Flag(help: "Print the outcome as a JSON document.")
    var json = false

    @OptionGroup var pin: PINInput
    @OptionGroup var network: NetworkOptions
    @OptionGroup var clock: NowOption
    @OptionGroup var home: HomeOptions

    var reach: Reach {
        get throws(Failure) { argument.reach + pin.reach + (try home.toKeep) + .clock }
    }

    func run() throws {
        let used = try UsedSequence.run(
            of: argument.input, networks: network.choice, notedBy: key, in: try home.keyVault(), at: clock.given,
            machine: KernelClock(), isAgreed: yes, frontEnd: SigningTerminal(), pin: pin)
        Console.say("number \(used.sequence) of \(used.source.address) is recorded as used")
        if json { try Console.put(document: used.document) }
    }
}
