// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Building
import Codec
import CommandLine
import Terminal
import Workspace

struct Signers: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "signers",
        abstract: "Change who can sign for an account, in one transaction that locks no one out.",
        discussion: """
            The account's own key can no longer sign afterwards unless --master-weight says otherwise. With --any N all signers get the weight 1
            and any N of them can sign everything. A key that is added has to prove itself first: its holder signs a message that says so, and
            the response given with --proof stays in the journal. What would lock the account is refused.
            Examples: coldstar-build signers --of treasury --add ben --add cleo --remove dora --any 2 --out signers.json
            coldstar-build signers --of treasury --add ben --proof ben-proof.json --any 2 --out signers.json
            """)

    enum Change: FieldList {
        static var fields: [InputField] { SignersSpec.fields }
    }

    enum Terms: FieldList {
        static var fields: [InputField] { TermsSpec.conditions + [TermsSpec.fee] }
    }

    @OptionGroup var change: FieldOptions<Change>
    @OptionGroup var terms: FieldOptions<Terms>
    @OptionGroup var emission: EmissionOptions

    func run() throws {
        try emission.checkFree()
        let (now, texts) = (try emission.clock.time(), try terms.texts())
        var wanted = TransactionParameters(context: emission.context(), network: try emission.network.choice, now: now)
        wanted.conditions = try ConditionInput(texts)
        wanted.fee = try texts.optional(.fee) ?? .automatic
        wanted.note = emission.note
        try emission.handOver(SignersJob(try SignersTerms(try change.texts()), wanted))
    }
}
