// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Confine
import Faults
import Handoff
import Requests
import Review
import Shell
import Signing
import Stellar

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
        let vault = try home.keyVault()
        let name = try KeySelection.one(key, in: vault)
        let context = try VaultContext(home, for: [name])
        let request = try ParsedRequest(try argument.input(), network.choice)
        let used = try UsedSequence(
            of: request, notedBy: name, in: context, at: try clock.given(), machine: KernelClock())
        try agree(to: used)
        try used.write(by: try pin.unlock(name, in: vault))
        Console.say("number \(used.sequence) of \(used.source.address) is recorded as used")
        if json { try Console.put(document: used.document) }
    }

    private func agree(to used: UsedSequence) throws(Failure) {
        let page = ReviewText.of(used.review, on: .error)
        let isAsked = !yes && Question.isPossible
        if !isAsked || !Console.errorIsTerminal { try Console.show(page) }
        if yes { return }
        guard isAsked else { throw UsedSequence.unanswerable }
        let confirmation = used.confirmation
        var pager = try Pager()
        try pager.show(page + "\n")
        try pager.finish([confirmation.prompt], LastScreen([used.review]).text)
        try confirmation.check(try Question.ask(confirmation.prompt))
    }
}
