// SPDX-License-Identifier: Apache-2.0

import AddressBook
import ArgumentParser
import Faults
import Handoff
import Journal
import OnlineShell
import Shell
import Stellar
import Submitter
import TextCodec

struct Attach: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Attach detached signatures to a transaction: responses, or a bare signature.",
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
        let journal = try OnlineJournal.open(home)
        let request = try RequestedTransaction.read(request)
        var attachment = try SignatureAttachment(
            try TransactionInput(transaction), request: request, journal: journal, network.choice,
            now: try clock.time())
        for answer in try answers.flatMap({ try HandoffFolder.files($0, .signed) }) {
            try attachment.add(try TransactionInput(answer))
        }
        if let signer, let signature {
            var finder = AccountFinder(home: home, horizon: nil)
            let account = try finder.find(try FieldID.signer.value(of: signer), .signer).account.account
            try attachment.add(signature, by: account, .signature)
        }
        let signed = try attachment.request()
        let text = try format.text(of: signed)
        Console.warn(
            unrecorded: journal.record(signaturesOf: [signed.envelope].compactMap(\.self), on: attachment.network))
        try output.deliver(json ? attachment.union.document(text).text(pretty: true) : text)
        Console.say(Wording(attachment.union.text))
    }
}
