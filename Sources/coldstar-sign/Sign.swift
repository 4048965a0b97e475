// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CLISupport
import Confine
import Handoff
import Review
import SodiumKit
import Stellar
import StellarXDR
import TextCodec
import Vault
import XDR

struct Sign: ConfinedCommand {
    static let configuration = CommandConfiguration(
        abstract: "Show a transaction, login or message, ask, and sign it.",
        discussion: """
            Example: coldstar-sign sign request.json --key savings --out response.json --format response
            The whole review comes first; the PIN is asked for only after it was agreed to. --yes agrees to what needs no
            more than a yes: what is held back is passed only by typing the value that is shown.
            A file with a transaction on each line, as coldstar-build batch makes it, is reviewed as one page and signed as a whole.
            """)

    @Argument(help: "TX: a file, - for standard input, or the text itself.")
    var transaction: String?

    @Option(help: "The name of the key.")
    var key: String

    @Flag(help: "Agree to the review without being asked.")
    var yes = false

    @Flag(help: "Show every field of every operation, and all that the request claims.")
    var full = false

    @Option(
        help: "A transaction (TX) that this one is about: which a bare hash is of, or whose hash becomes a signer.")
    var envelope: [String] = []

    @Option(help: "xdr (default: the signed envelope), response, request, ur, lumensigner or signature.")
    var format: SignedFormat = .xdr

    @OptionGroup var qr: QROptions
    @OptionGroup var pin: PINInput
    @OptionGroup var network: NetworkOptions
    @OptionGroup var clock: NowOption
    @OptionGroup var home: HomeOptions
    @OptionGroup var output: OutputOptions

    var reach: Reach {
        get throws(Failure) {
            TransactionInput.reach(transaction) + TransactionInput.reach(envelope) + pin.reach + output.reach + qr.reach
                + (try home.toKeep)
        }
    }

    func run() throws {
        try output.checkFree()
        try qr.checkFree(force: output.force)
        let name = try Keys.name(key)
        do {
            let vault = Vault(folder: try home.vault())
            let file = try HandoffFolder.file(transaction, .unsigned)
            switch try TransactionSource(file) {
            case .one(let input):
                let examined = try Examined(input, network, envelopes: envelope)
                try format.check(examined)
                try sign(examined, from: file, with: name, in: vault)
            case .many(let lines): try sign(lines, with: name, in: vault)
            }
        } catch let error as VaultError {
            throw Failure(error)
        } catch let error as JournalError {
            throw Failure(error)
        }
    }

    private func sign(_ examined: Examined, from file: String?, with name: KeyName, in vault: Vault) throws {
        let journal = SignerJournal(folder: vault.folder)
        let info = try vault.info(name)
        let history = try journal.history()
        let now = max(try clock.time(), history.latestTime ?? Timestamp(0))
        let reviewed = examined.review(now: now, key: SigningKey(info), history: JournalHistory(history: history))
        try HandoffFolder.check(file, of: transaction, holds: reviewed.review.hash)
        let handoff = handoffName(of: reviewed.review)
        if let handoff { try output.checkFree(as: handoff) }
        Console.say(ReviewText.of(reviewed.review, full: full, colours: colours))
        let approved = try Consent(yes: yes).ask(reviewed)
        let ceremony = Ceremony(journal: journal, history: history, now: now, key: name)
        let signed = try unlocked(name, in: vault) { signer in try ceremony.sign(approved, reviewed, by: signer) }
        let delivery = Delivery(signed: signed, examined: examined)
        say("signed by \(info.publicKey.address)", at: try deliver(try delivery.text(format), as: handoff))
        if let (answer, hash) = delivery.answer { try qr.show(answer, hash: hash, force: output.force) }
        try ceremony.delivered(reviewed.review)
    }

    /// All transactions of a file, reviewed as one page and agreed to once.
    private func sign(_ lines: TransactionLines, with name: KeyName, in vault: Vault) throws {
        guard envelope.isEmpty, !qr.isWanted, !output.isFolder else {
            throw Failure(
                .usage, "a batch goes in and out as files: neither --envelope nor QR codes nor a folder go with it")
        }
        try format.checkForBatch()
        let journal = SignerJournal(folder: vault.folder)
        let info = try vault.info(name)
        let history = try journal.history()
        let now = max(try clock.time(), history.latestTime ?? Timestamp(0))
        let batch = try ExaminedBatch(
            lines, network, now: now, key: SigningKey(info), history: JournalHistory(history: history)
        ) { examined throws(Failure) in try format.check(examined) }
        Console.say(BatchText.of(batch.review, colours: colours))
        if full {
            try batch.visit { (line, reviewed) throws(Failure) in
                Console.say("Line \(line)\n" + ReviewText.of(reviewed.review, full: true, colours: colours))
            }
        }
        let passed = try Consent(yes: yes).ask(batch.review)
        let ceremony = Ceremony(journal: journal, history: history, now: now, key: name)
        var answers: [String] = []
        var hashes: [TransactionHash] = []
        try unlocked(name, in: vault) { signer in
            try ceremony.sign(batch, passed: passed, by: signer) { (signed, examined) throws(Failure) in
                answers.append(try Delivery(signed: signed, examined: examined).text(format, pretty: false))
                if let hash = signed.hash { hashes.append(hash) }
            }
        }
        try output.deliver(answers.joined(separator: "\n"))
        say("\(answers.count) transactions signed by \(info.publicKey.address)", at: output.path)
        try ceremony.delivered(hashes)
    }

    /// Unlocks the key for as long as `body` takes: when this returns, neither key nor PIN is in memory.
    ///
    /// What was agreed to is bound to this key file, which only its PIN can prove.
    private func unlocked<R>(_ name: KeyName, in vault: Vault, _ body: (borrowing VaultSigner) throws -> R) throws -> R
    {
        let signer = VaultSigner(try vault.unlock(name, pin: try pin.existing(name.text)))
        return try body(signer)
    }

    /// The name in a folder; nil for what has no hash.
    private func handoffName(of review: Review) -> HandoffName? {
        let kind = review.handoffKind
        return review.hash.map { HandoffName(kind, $0, .signed, format.ending(of: kind)) }
    }

    /// - Returns: the path of the file; nil for standard output.
    private func deliver(_ text: String, as name: HandoffName?) throws(Failure) -> String? {
        if let name { return try output.deliver(text, as: name) }
        try output.deliver(text)
        return output.path
    }

    private func say(_ what: String, at path: String?) {
        Console.say(what + (path.map { ", written to \(TerminalText.escape($0))" } ?? ""))
    }

    private var colours: Bool { Console.errorIsTerminal && Environment["NO_COLOR"] == nil }
}

extension Review {
    /// What a file's name calls it.
    fileprivate var handoffKind: HandoffName.Kind { HandoffName.Kind(rawValue: kind.rawValue) ?? .transaction }
}

extension SigningKey {
    /// The key as its file names it.
    fileprivate init(_ info: KeyInfo) {
        self.init(
            info.publicKey, fingerprint: info.fingerprint, path: info.account.map { DerivationPath(account: $0).text })
    }
}
