// SPDX-License-Identifier: Apache-2.0

import AddressBook
import ArgumentParser
import Faults
import Handoff
import Journal
import OnlineShell
import Shell
import Stellar
import StellarXDR
import TextCodec
import XDR

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

    @Option(help: "A signature of the transaction's hash, base64.")
    var signature: String?

    @Option(help: TransactionFormat.help)
    var format: TransactionFormat = .xdr

    @Flag(help: "Print the outcome as a JSON document containing the transaction.")
    var json = false

    @OptionGroup var network: NetworkOptions
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
        let request: AskedTransaction? = if let path = self.request { try AskedTransaction(path: path) } else { nil }
        let base = try SignedInput(transaction, request: request, journal: journal)
        let network = try network.resolve(documented: base.network)
        var union = SignatureUnion(base.envelope, from: base.origin, on: network)
        let asked = try AskedTransaction(
            try union.request(journal, given: try given() ?? request, now: try clock.time()), origin: base.origin)
        for answer in try answers.flatMap({ try HandoffFolder.files($0, .signed) }) {
            let input = try SignedInput(answer, request: asked, journal: journal)
            if let other = input.network, other != network {
                throw Failure(.badInput, "\(input.origin): this is for another network, \(other.label)")
            }
            try union.add(input)
        }
        if let signer, let signature {
            union.add(try decorated(signer, signature, union.hash), from: "--signature")
        }
        union.dropRepeats()
        let text = try format.text(of: try union.request(journal, given: asked, now: try clock.time()))
        journal.note(signaturesOf: [try union.envelope()], on: network)
        // The format of `merge`.
        let document: JSON = [
            "version": 1, "hash": .string(union.hash.hex), "signatures": .integer(union.count),
            "transaction": .string(text),
        ]
        try output.deliver(json ? document.text(pretty: true) : text)
        Console.say(union.words)
    }

    /// The request that was given; nil for a bare envelope, whose request the journal may know.
    private func given() throws(Failure) -> AskedTransaction? {
        guard transaction != "-" else { return nil }
        let source = try TransactionInput(transaction)
        guard case .request(let request) = source.input.content else { return nil }
        return try AskedTransaction(request, origin: source.origin)
    }

    private func decorated(
        _ signer: String, _ text: String, _ hash: TransactionHash
    ) throws(Failure) -> DecoratedSignature {
        var finder = AccountFinder(home: home, horizon: nil)
        let account = try finder.find(signer, "--signer").account.account
        guard let bytes = try? Base64.decode(text), let signature = DecoratedSignature(by: account.key, bytes) else {
            throw Failure(.badInput, "--signature: must be 64 bytes in base64")
        }
        guard [signature].signers(of: hash, among: [account.key]) == [account.key] else {
            throw Failure(
                .badInput, "--signature: not a signature of \(hash.hex) by \(account.address)")
        }
        return signature
    }
}
