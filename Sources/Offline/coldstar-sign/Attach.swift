// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Confine
import Faults
import Handoff
import Review
import Shell
import SodiumKit
import Stellar
import StellarXDR
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

    @Argument(help: "TX: a file, - for standard input, or the text itself.", completion: .file())
    var transaction: String?

    @Option(help: "Read the preimage from this file descriptor, one line of hexadecimal digits.")
    var preimageFd: Int32?

    @Flag(help: "Ask for the preimage on the terminal.")
    var preimage = false

    @Option(help: "The signed-payload signer, P...")
    var signer: String?

    @Option(help: "Its signature, base64.")
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
            .terminal + TransactionInput.reach(transaction) + Reach(descriptor: preimageFd) + output.reach
                + (try home.toRead)
        }
    }

    func run() throws {
        try output.checkFree()
        let around = try Surroundings(home)
        let examined = try Examined(try TransactionInput(transaction), network.choice, book: around.book)
        guard case .envelope(let envelope, _, let network) = examined.subject else {
            throw Failure(.badInput, "only envelopes can contain such signatures")
        }
        var input = examined.input(now: try clock.time())
        around.complete(&input, for: nil)
        input.history = EmptyHistory()
        let added: TransactionEnvelope
        switch (preimage || preimageFd != nil, signer, signature) {
        case (true, nil, nil):
            let preimage = try Preimage(digits: try secret())
            // Check that there is room for the signature before asking.
            _ = try Self.adding(
                DecoratedSignature(hint: SignerKey.hashX(preimage.hash).hint, signature: Opaque()), to: envelope)
            input.revealing = preimage.hash
            try agree(to: input)
            added = try Self.adding(preimage.signature(), to: envelope)
        case (false, let signer?, let signature?):
            added = try Self.adding(try payload(signer, signature), to: envelope)
            input.subject = .envelope(added, original: added.xdr, on: network)
            try agree(to: input)
        default: throw Failure(.usage, "either a preimage, or --signer P... with --signature")
        }
        let text = Base64.encode(added.xdr)
        let outcome = SignedOutcome(kind: "transaction", hash: added.hash(on: network), signers: [])
        _ = try outcome.deliver(text, to: output, as: nil, isJSON: json)
    }

    private func agree(to input: ReviewInput) throws(Failure) {
        let review = Reviewer.review(input).review
        _ = try Consent(yes: yes, network: try self.network.flagged())
            .ask([review], showing: ReviewText.of(review, on: .error))
    }

    private static func adding(_ signature: DecoratedSignature, to envelope: TransactionEnvelope) throws(Failure)
        -> TransactionEnvelope
    {
        do { return try envelope.adding(signature) } catch {
            throw Failure(.badInput, "the envelope already has 20 signatures, the network's maximum")
        }
    }

    private func secret() throws(Failure) -> SecretBytes {
        if let preimageFd { return try SecretLine.read(descriptor: preimageFd, option: "--preimage-fd") }
        return try SecretLine.ask("preimage, in hexadecimal digits: ")
    }

    private func payload(_ signer: String, _ text: String) throws(Failure) -> DecoratedSignature {
        guard case .ed25519SignedPayload(let signed) = try Arguments.signer(signer, "--signer") else {
            throw Failure(.badInput, "--signer: must be P...; for an account's own signature use coldstar-submit merge")
        }
        guard let bytes = try? Base64.decode(text), let signature = Opaque<64>(bytes),
            Ed25519.verify(bytes, message: signed.payload.bytes, publicKey: signed.ed25519.bytes)
        else { throw Failure(.badInput, "--signature: not a signature of the payload by its key") }
        return DecoratedSignature(hint: SignerKey.ed25519SignedPayload(signed).hint, signature: signature)
    }
}
