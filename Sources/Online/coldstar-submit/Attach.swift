// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Codec
import CommandLine
import Handoff
import Journal
import Stellar
import Submitting
import Terminal
import Workspace

struct Attach: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "attach", abstract: "Attach detached signatures to a transaction: responses, or a bare signature.",
        discussion: """
            Examples: coldstar-submit attach request.json from-alice.json from-bob.json --out signed.xdr
            coldstar-submit attach tx.xdr --network testnet --signer G... --signature BASE64 --out signed.xdr
            Every signature is verified; one for another transaction is an error. The network is not used.
            """)

    @Argument(help: "TX: the transaction, or the request for it.", completion: .file())
    var transaction: String

    @Argument(help: "TX: responses to it, or copies of it with signatures.", completion: .file())
    var answers: [String] = []

    @Option(
        help: "The request for it: the transaction has to be this one, or a fee bump around it.", completion: .file())
    var request: String?

    @Option(help: "Who made the signature given by --signature, G...", completion: Completion.accounts)
    var signer: String?

    @Option(help: "A signature of the transaction's hash, base64 or 128 hexadecimal digits.")
    var signature: String?

    @Option(help: TransactionFormat.help)
    var format: TransactionFormat = .xdr

    @Flag(help: "Print the outcome as a JSON document containing the transaction.")
    var json = false

    @OptionGroup var network: OnlineNetworkOptions
    @OptionGroup var home: HomeOptions
    @OptionGroup var clock: NowOption
    @OptionGroup var output: OutputOptions

    func run() throws {
        try output.checkFree()
        guard !answers.isEmpty || signature != nil else {
            throw Failure(.usage, "nothing to attach", hint: "give responses, or --signer and --signature")
        }
        guard (signer == nil) == (signature == nil) else {
            throw Failure(.usage, "--signer and --signature must be given together")
        }
        var bare: AttachJob.BareSignature?
        if let signer, let signature { bare = .init(signature, by: try FieldID.signer.value(of: signer)) }
        let request = try TransactionToSubmit.read(request)
        let job = AttachJob(
            try TransactionInput(transaction),
            answers: try answers.flatMap { try HandoffFolder.files($0, .signed) }.map { try TransactionInput($0) },
            bare: bare, request: request, network: try network.choice,
            context: OnlineContext(home: home, horizon: nil), now: try clock.time())
        let signed = try job.run { Console.message($0) }
        try output.deliver(try json ? signed.documents(as: format) : signed.text(as: format))
        Console.message(Wording(signed.summary))
    }
}
