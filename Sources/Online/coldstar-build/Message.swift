// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Building
import Codec
import CommandLine
import Handoff
import Terminal
import Workspace

struct Message: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "message",
        abstract: "Request the signature of a text or file as a message, which can never be a transaction (SEP-53).",
        discussion: """
            Examples: coldstar-build message --account G... "I am the owner of this account"
            coldstar-build message --prove ben --out proof.json
            The network is not used.
            """)

    @Argument(help: "The text.")
    var text: String?

    @Option(help: "The account whose key is to sign: G..., or a contact.", completion: Completion.accounts)
    var account: String?

    @Option(help: "Sign the bytes of this file instead of a text.", completion: .file())
    var file: String?

    @Option(
        help: "Request the proof that this key can sign, which signers takes: G..., or a contact.",
        completion: Completion.accounts)
    var prove: String?

    @Option(help: "A note for the signer, shown as an unverified hint.")
    var note: String?

    @Flag(help: "Print the outcome as a JSON document: what it is, and the request or the file it was written to.")
    var json = false

    @OptionGroup var network: OnlineNetworkOptions
    @OptionGroup var home: HomeOptions
    @OptionGroup var clock: NowOption
    @OptionGroup var output: OutputOptions

    func run() throws {
        try output.checkFree()
        let context = OnlineContext(home: home, horizon: nil)
        let job = try job(in: context)
        let (built, path) = try job.run {
            Console.message($0)
        } check: { built throws(Failure) in
            let name = HandoffName(built.request.handoffKind, built.hash, .unsigned, .json)
            try output.checkFree(as: name)
            return name
        } deliver: { built, name throws(Failure) in
            try output.deliver(
                built.request.json.text(pretty: true), of: built, as: name, member: "request", asDocument: json)
        }
        if json, let path { try Console.result(document: built.document(("file", path))) }
        Notices.show(built.facts)
    }

    private func job(in context: OnlineContext) throws(Failure) -> MessageJob {
        let (network, now) = (try network.choice, try clock.time())
        if let prove {
            guard text == nil, file == nil, account == nil else {
                throw Failure(.usage, "--prove names the account and the text: give neither beside it")
            }
            return try MessageJob(
                proofOf: try FieldID.account.value(of: prove), network: network, note: note, now: now, in: context)
        }
        let signer: AccountReference = try FieldID.account.value(
            of: try Settings.requiredAccount(account, "--account <account>"))
        return try MessageJob(try content(), by: signer, network: network, note: note, now: now, in: context)
    }

    /// The text as typed, or the file's bytes.
    private func content() throws(Failure) -> MessageContent {
        switch (text, file) {
        case (let text?, nil): MessageContent(text: text)
        case (nil, let file?): MessageContent(read: try TransactionInput.file(file))
        default: throw Failure(.usage, "give either a text or --file FILE")
        }
    }
}
