// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Faults
import Handoff
import Journal
import OnlineShell
import Review
import Shell
import Stellar
import StellarXDR
import TextCodec

struct Message: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Request the signature of a text or file as a message, which can never be a transaction (SEP-53).",
        discussion: """
            Example: coldstar-build message --account G... "I am the owner of this account"
            The network is not used.
            """)

    /// Text that a person can be expected to read, and far below what a request may hold.
    private static let limit = 64 << 10

    @Argument(help: "The text.")
    var text: String?

    @Option(help: "The account whose key is to sign: G..., or a contact.", completion: Completion.accounts)
    var account: String

    @Option(help: "Sign the bytes of this file instead of a text.", completion: .file())
    var file: String?

    @Option(help: "A note for the signer, shown as an unverified hint.")
    var note: String?

    @Flag(help: "Print the outcome as a JSON document: what it is, and the request or the file it was written to.")
    var json = false

    @OptionGroup var network: NetworkOptions
    @OptionGroup var home: HomeOptions
    @OptionGroup var clock: NowOption
    @OptionGroup var output: OutputOptions

    func run() throws {
        try output.checkFree()
        let account = try signingAccount()
        let content = try content()
        guard content.bytes.count <= Self.limit else {
            throw Failure(.badInput, "a message has at most \(Self.limit) bytes, not \(content.bytes.count)")
        }
        try checkLook(of: content)
        let now = try clock.time()
        var generator = SystemRandomNumberGenerator()
        // A message belongs to no network, but the document must name one; nothing depends on it.
        let request = SigningRequest(
            id: RequestID(using: &generator), networkPassphrase: (try network.given() ?? .public).passphrase,
            content: .message(content), signers: [account], note: note, created: now,
            hints: JSONObject([("version", 1)]))
        let hash = StellarMessage.hash(of: content.bytes)
        let name = HandoffName(request.handoffKind, hash, .unsigned, .json)
        try output.checkFree(as: name)
        let journal = try OnlineJournal.open(home)
        try journal.keep(request, hash: hash, created: now)
        let text = request.json.text(pretty: true)
        let path = try journal.withdrawing([request.id.text]) { () throws(Failure) in
            try output.deliver(
                json && output.isStandard ? request.outcome(hash, ("request", text)) : text, as: name)
        }
        if json, let path { try Console.put(line: request.outcome(hash, ("file", path))) }
        Console.say("hash      \(hash.hex)")
        Console.say("words     \(CheckWords.text(of: hash))")
    }

    /// Rejects a message that the signer would refuse. A secret key is not repeated in the error.
    private func checkLook(of content: MessageContent) throws(Failure) {
        switch MessageLook(content.bytes) {
        case nil: break
        case .hash?: Console.say("warning: the message looks like a hash: the signer requires a confirmation")
        case .secret?:
            throw Failure(
                .badInput, "the message contains a secret key or a mnemonic; nothing was recorded",
                hint: "anyone who has seen it controls the account: move its funds to another key")
        case let look?:
            throw Failure(
                .badInput, "the message could be mistaken for \(look.rawValue): the signer would refuse it",
                hint: "coldstar-sign inspect shows what it is")
        }
    }

    private func signingAccount() throws(Failure) -> AccountID {
        var finder = AccountFinder(home: home, horizon: nil)
        let found = try finder.find(account, "--account")
        guard found.account.id == nil else { return try Arguments.accountID(found.account.address, "--account") }
        return found.account.account
    }

    /// The text as typed, or the file's bytes; as text if they are valid text, so that the signer can show it.
    private func content() throws(Failure) -> MessageContent {
        switch (text, file) {
        case (let text?, nil): return MessageContent(text: text)
        case (nil, let file?):
            let bytes = try TransactionInput.file(file)
            return String(validating: bytes, as: UTF8.self).map(MessageContent.init(text:))
                ?? MessageContent(bytes: bytes)
        default: throw Failure(.usage, "give either a text or --file FILE")
        }
    }
}
