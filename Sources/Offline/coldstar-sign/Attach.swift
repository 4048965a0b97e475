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
import TextCodec
import XDR

struct Attach: ConfinedCommand {
    static let configuration = CommandConfiguration(
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

    var reach: Reach {
        get throws(Failure) {
            .terminal + argument.reach + Reach(descriptor: preimageFd) + output.reach + (try home.toRead)
        }
    }

    func run() throws {
        try output.checkFree()
        let context = try VaultContext(home)
        let request = try ParsedRequest(try argument.input(), network.choice)
        try AddedSignature.check(request)
        let now = try clock.time()
        let added: AddedSignature
        switch (preimage || preimageFd != nil, signer, signature) {
        case (true, nil, nil):
            let digits = try SecretLine.read(
                descriptor: preimageFd, option: "--preimage-fd", orAsk: "preimage, in hexadecimal digits: ")
            added = try AddedSignature(preimage: Preimage(digits: digits), to: request, in: context, now: now)
        case (false, let signer?, let signature?):
            let signature = try PayloadSignature(signature, by: try FieldID.signer.value(of: signer))
            added = try AddedSignature(signature, to: request, in: context, now: now)
        default: throw Failure(.usage, "give either a preimage, or --signer P... with --signature")
        }
        let review = added.review
        let approval = try added.consent(isUnattended: yes, network: try network.named())
            .ask(above: LastScreen([review])) { show throws(Failure) in try show(ReviewText.of(review, on: .error)) }
        let envelope = try added.attached(approval)
        let outcome = SignedOutcome(transaction: envelope.hash(on: added.network), signers: [])
        _ = try output.deliver(Base64.encode(envelope.xdr), of: outcome, as: nil, isJSON: json)
    }
}
