// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CLISupport
import Handoff
import Review
import SodiumKit
import Stellar
import StellarXDR
import TextCodec
import Vault
import XDR

struct Sign: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Show a transaction, login or message, ask, and sign it.",
        discussion: """
            Example: coldstar-sign sign request.json --key savings --out response.json --format response
            The whole review comes first; the PIN is asked for only after it was agreed to. --yes agrees to what needs no
            more than a yes: what is held back is passed only by typing the value that is shown.
            """)

    @Argument(help: "TX: a file, - for standard input, or the text itself.")
    var transaction: String?

    @Option(help: "The name of the key.")
    var key: String

    @Flag(help: "Agree to the review without being asked.")
    var yes = false

    @Flag(help: "Show every field of every operation, and all that the request claims.")
    var full = false

    @Option(help: "The transaction (TX) that a request of a bare hash is for; without it none is signed.")
    var envelope: String?

    @Option(help: "xdr (default: the signed envelope), response, request, ur, lumensigner or signature.")
    var format: SignedFormat = .xdr

    @OptionGroup var qr: QROptions
    @OptionGroup var pin: PINInput
    @OptionGroup var network: NetworkOptions
    @OptionGroup var clock: NowOption
    @OptionGroup var home: HomeOptions
    @OptionGroup var output: OutputOptions

    func run() throws {
        try output.checkFree()
        try qr.checkFree(force: output.force)
        let name = try Keys.name(key)
        let examined = try Examined(transaction, network, envelope: envelope)
        try format.check(examined)
        let vault = Vault(folder: try home.vault())
        let journal = SignerJournal(folder: vault.folder)
        do {
            let info = try vault.info(name)
            let history = try journal.history()
            let now = max(try clock.time(), history.latestTime ?? Timestamp(0))
            let reviewed = examined.review(
                now: now, key: SigningKey(info), history: JournalHistory(history: history))
            show(reviewed.review)
            let approved = try Consent(yes: yes).ask(reviewed)
            // What was agreed to is bound to this key file, which only its PIN can prove.
            let signer = VaultSigner(try vault.unlock(name, pin: try pin.existing(name.text)))
            let ceremony = Ceremony(journal: journal, history: history, now: now, key: name)
            let delivery = Delivery(
                signed: try ceremony.sign(approved, reviewed, by: signer), examined: examined)
            try output.deliver(try delivery.text(format))
            Console.say(
                "signed by \(info.publicKey.address)"
                    + (output.path.map { ", written to \(TerminalText.escape($0))" } ?? ""))
            if let (answer, hash) = delivery.answer { try qr.show(answer, hash: hash, force: output.force) }
            try ceremony.delivered(reviewed.review)
        } catch let error as VaultError {
            throw Failure(error)
        } catch let error as JournalError {
            throw Failure(error)
        }
    }

    private func show(_ review: Review) {
        let colours = Console.errorIsTerminal && Environment["NO_COLOR"] == nil
        Console.say(ReviewText.of(review, full: full, colours: colours))
    }
}

extension SigningKey {
    /// The key as its file names it.
    fileprivate init(_ info: KeyInfo) {
        self.init(
            info.publicKey, fingerprint: info.fingerprint, path: info.account.map { DerivationPath(account: $0).text })
    }
}
