// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Codec
import Confine
import Handoff
import Signing
import Stellar
import StellarXDR
import Terminal

struct Attach: ConfinedCommand {
    static let configuration = CommandConfiguration(
        commandName: "attach",
        abstract: "Attach a hash(x) preimage or the signature of a signed payload to an envelope.",
        discussion: """
            Examples: coldstar-sign attach signed.xdr --preimage-fd 5 5<preimage.hex
            coldstar-sign attach signed.xdr --signer P... --signature BASE64
            The preimage of a hash(x) signer is read as hexadecimal digits; once submitted, it is public. The signature of a
            payload comes from coldstar-sign sign --payload HEX --key NAME.
            """)

    @OptionGroup var argument: TransactionArgument

    @Option(help: "Read the preimage from this file descriptor, one line of hexadecimal digits.")
    var preimageFd: Int32?

    @Flag(help: "Ask for the preimage on the terminal.")
    var preimage = false

    @Option(help: "The signed-payload signer, P...")
    var signer: String?

    @Option(help: "Its signature, base64 or 128 hexadecimal digits.")
    var signature: String?

    @Flag(help: "Accept the review without asking.")
    var yes = false

    @Flag(help: "Print the outcome as a JSON document, with the envelope or its file name.")
    var json = false

    @OptionGroup var network: NetworkOptions
    @OptionGroup var clock: NowOption
    @OptionGroup var home: HomeOptions
    @OptionGroup var output: OutputOptions

    var reach: AllowedAccess {
        get throws(Failure) {
            .terminal + argument.reach + AllowedAccess(descriptor: preimageFd) + output.reach + (try home.toRead)
        }
    }

    func run() throws {
        try output.checkFree()
        let job = AttachJob(try home.keyVault(), networks: network.choice, isUnattended: yes, now: clock.time)
        let (envelope, outcome) = try job.run(argument.input, adding: try addition(), at: SigningTerminal())
        _ = try output.deliver(Base64.encode(envelope.xdr), of: outcome, as: nil, isJSON: json)
    }

    private func addition() throws(Failure) -> AttachJob.Addition {
        switch (preimage || preimageFd != nil, signer, signature) {
        case (true, nil, nil):
            return .preimage { () throws(Failure) in
                try SecretLine.read(
                    descriptor: preimageFd, option: "--preimage-fd", orAsk: "preimage, in hexadecimal digits: ")
            }
        case (false, let signer?, let signature?):
            return .signature(signature, by: try FieldID.signer.value(of: signer))
        default: throw Failure(.usage, "give either a preimage, or --signer P... with --signature")
        }
    }
}
