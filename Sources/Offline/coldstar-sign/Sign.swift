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

    @Argument(help: "TX: a file, - for standard input, or the text itself.", completion: .file())
    var transaction: String?

    @Option(
        help:
            "The name of the key (default: the only one, or the one that has to sign); may be given more than once, each signs.",
        completion: Completion.keys)
    var key: [String] = []

    @Flag(help: "Accept the review without asking.")
    var yes = false

    @Flag(help: "Show every field of every operation, and all unverified hints of the request.")
    var full = false

    @Option(
        help: "A transaction (TX) that this one is about: which a bare hash is of, or whose hash becomes a signer.",
        completion: .file())
    var envelope: [String] = []

    @Option(
        help: "Sign these bytes as they are, for a signed-payload signer P...: 1 to 64 in hexadecimal digits, not 32.")
    var payload: String?

    @Option(
        help: """
            xdr (default: the signed envelope), json (SEP-51), txrep (SEP-11), sep7, response, request, ur, lumensigner or signature.
            """)
    var format: SignedFormat = .xdr

    @Flag(
        help:
            "Print the outcome as a JSON document: what was signed by whom, and the result or its file; of a batch one a line."
    )
    var json = false

    @OptionGroup var qr: QROptions
    @OptionGroup var pin: PINInput
    @OptionGroup var network: NetworkOptions
    @OptionGroup var clock: NowOption
    @OptionGroup var home: HomeOptions
    @OptionGroup var output: OutputOptions

    var reach: Reach {
        get throws(Failure) {
            TransactionInput.reach(transaction) + TransactionInput.reach(envelope) + pin.reach + output.reach + qr.reach
                + (try home.toKeep) + MachineClock.reach
        }
    }

    func run() throws {
        try output.checkFree()
        try qr.checkFree(beside: output)
        let vault = Vault(folder: try home.vault())
        do {
            if let payload {
                let names = try KeyChoice.names(key, in: vault) { () throws(Failure) in [] }
                return try sign(
                    try examined(payload: payload), from: nil, with: names, try Surroundings(home, for: names))
            }
            // Report wrong key names before reading any input.
            let given = key.isEmpty ? nil : try KeyChoice.names(key, in: vault) { () throws(Failure) in [] }
            let file = try HandoffFolder.file(transaction, .unsigned)
            // Read the input before the vault, so that the review includes what is signed while this waits for its input.
            let source = try TransactionSource(file)
            switch source {
            case .one(let input):
                let (names, around) = try surroundings(given, in: vault) { (book) throws(Failure) in
                    try Examined(input, network.choice, envelopes: envelope, book: book).accountsToSign
                }
                let examined = try Examined(input, network.choice, envelopes: envelope, book: around.book)
                try format.check(examined)
                try sign(examined, from: file, with: names, around)
            case .many(let lines):
                let (names, around) = try surroundings(given, in: vault) { (book) throws(Failure) in
                    try Examined(try lines.input(at: 0), network.choice, book: book).accountsToSign
                }
                try sign(lines, from: file, with: names, around)
            }
        } catch {
            throw Failure(any: error)
        }
    }

    /// The keys that sign, and the vault as they see it.
    ///
    /// - Parameter accounts: returns the accounts that have to sign, according to the book; called only if no key is named.
    private func surroundings(
        _ given: [KeyName]?, in vault: Vault, _ accounts: (Book) throws(Failure) -> [AccountID]
    ) throws -> (names: [KeyName], around: Surroundings) {
        if let given { return (given, try Surroundings(home, for: given)) }
        let book = try Surroundings(home).book
        let names = try KeyChoice.names([], in: vault) { () throws(Failure) in try accounts(book) }
        return (names, try Surroundings(home, for: names))
    }

    private func sign(_ examined: Examined, from file: String?, with names: [KeyName], _ around: Surroundings) throws {
        let vault = Vault(folder: around.state.folder)
        let keys = try names.map { try vault.info($0) }
        try around.checkRecords(of: names)
        let present = try around.time(clock, for: names)
        try present.check(yes: yes, around.policy)
        try around.checkUnattended(yes, names)
        let reviews = keys.map { key in
            var input = examined.input(now: present.now)
            complete(&input, key, present, around, with: names)
            return Reviewer.review(input)
        }
        let review = reviews[0].review
        if payload == nil { try HandoffFolder.check(file, of: transaction, holds: review.hash) }
        let handoff = handoffName(of: review)
        if let handoff { try output.checkFree(as: handoff) }
        let text = ReviewText.of(
            zip(names, reviews).map { ($0.text, $1.review) }, full: full, on: .error)
        let countdown = Countdown(reviews.map(\.review), now: present.now)
        let passed = try Consent(
            yes: yes, policy: around.policy, countdown: countdown, network: try network.flagged()
        )
        .ask(reviews.map(\.review), showing: text)
        let done = try signed(reviews, passed, examined, with: names, present, around, countdown)
        let delivery = try Delivery(signed: done.envelopes, examined: examined)
        let format = payload != nil && self.format == .xdr ? .signature : self.format
        let outcome = SignedOutcome(kind: review.kind.rawValue, hash: review.hash, signers: keys.map(\.publicKey))
        let path = try outcome.deliver(try delivery.text(format), to: output, as: handoff, isJSON: json)
        say("signed by \(keys.map(\.publicKey.address).joined(separator: " and by "))", at: path)
        if let (answer, hash) = delivery.answer { try qr.show(answer, hash: hash, force: output.force) }
        let now = present.counted(after: around.state.record(for: names[0]).proven.latestTime)
        try Ceremony.delivered(review.hash.map { [$0] } ?? [], at: now, around.state, by: done.record)
    }

    /// Asks for all PINs before any signature. When it returns, keys and PINs have been erased, except for the first key's record key.
    private func signed(
        _ reviews: [ReviewedEnvelope], _ passed: Set<PassedHold>, _ examined: Examined, with names: [KeyName],
        _ present: Present, _ around: Surroundings, _ countdown: Countdown?
    ) throws -> SignedResults {
        let signers = try unlocked(names, reviews.map { $0.review.has(.bookOwner) }, around)
        try countdown?.check()
        let lock = try Ceremony.locked(around.state)
        let state = try Ceremony.current(holding: lock, after: around.state, fits: reviews, of: names)
        var all: [SignedEnvelope] = []
        for (signer, reviewed) in zip(signers, reviews) {
            let now = present.counted(after: state.record(for: signer.name).proven.latestTime)
            let ceremony = Ceremony(
                around: around.state, now: now, key: signer.name, trust: signer.trust, clock: present.reading)
            all.append(
                try ceremony.sign(
                    try Consent.approve(reviewed, passed), reviewed.review, payload: examined.payload,
                    by: signer.signer, holding: lock))
        }
        return SignedResults(envelopes: all, record: try signers[0].signer.recordKey())
    }

    /// Signs all transactions of a file, reviewed as one page and agreed to once.
    private func sign(
        _ lines: TransactionLines, from file: String?, with names: [KeyName], _ around: Surroundings
    ) throws {
        guard envelope.isEmpty, !qr.isWanted else {
            throw Failure(.usage, "a batch goes in and out as files: neither --envelope nor QR codes go with it")
        }
        guard names.count == 1 else { throw Failure(.usage, "a batch is signed with one key at a time") }
        try format.checkForBatch()
        let info = try Vault(folder: around.state.folder).info(names[0])
        try around.checkRecords(of: names)
        let present = try around.time(clock, for: names)
        try present.check(yes: yes, around.policy)
        try around.checkUnattended(yes, names)
        let batch = try ExaminedBatch(
            lines, network.choice, now: present.now, book: around.book,
            complete: { complete(&$0, info, present, around) }
        ) { examined throws(Failure) in try format.check(examined) }
        try HandoffFolder.check(file, of: transaction, holds: batch.review.hash)
        let handoff = HandoffName(.batch, batch.review.hash, .signed, format.ending(of: .batch))
        try output.checkFree(as: handoff)
        let consent = Consent(yes: yes, policy: around.policy, network: try network.flagged())
        let passed = try consent.ask(batch.review) { show throws(Failure) in
            try show(BatchText.of(batch.review, on: .error))
            guard full else { return }
            try batch.visit { (line, reviewed) throws(Failure) in
                try show("Line \(line)\n" + ReviewText.of(reviewed.review, full: true, on: .error))
            }
        }
        let done = try answers(batch, passed, with: info.name, present, around)
        let (answers, hashes) = (done.answers, done.hashes)
        let outcomes = hashes.map { SignedOutcome(kind: "transaction", hash: $0, signers: [info.publicKey]) }
        let path: String?
        if json, output.isStandard {
            let lines = zip(outcomes, answers).map { $0.line(("signed", $1)) }
            path = try output.deliver(lines.joined(separator: "\n"), as: handoff)
        } else {
            path = try output.deliver(answers.joined(separator: "\n"), as: handoff)
            if json, let path { for one in outcomes { try Console.put(line: one.line(("file", path))) } }
        }
        say("\(answers.count) transactions signed by \(info.publicKey.address)", at: path)
        let now = present.counted(after: around.state.record(for: info.name).proven.latestTime)
        try Ceremony.delivered(hashes, at: now, around.state, by: done.record)
    }

    /// Signs the batch. When it returns, key and PIN have been erased from memory, except for the record key.
    private func answers(
        _ batch: ExaminedBatch, _ passed: Set<PassedHold>, with name: KeyName, _ present: Present,
        _ around: Surroundings
    ) throws -> SignedBatch {
        let isFirst = batch.review.findings.contains { $0.rule == .bookOwner }
        let signers = try unlocked([name], [isFirst], around)
        var answers: [String] = []
        var hashes: [TransactionHash] = []
        let lock = try Ceremony.locked(around.state)
        let now = present.counted(after: around.state.record(for: name).proven.latestTime)
        try Ceremony(
            around: around.state, now: now, key: name, trust: signers[0].trust, clock: present.reading
        )
        .sign(batch, passed: passed, by: signers[0].signer, holding: lock) { (signed, examined) throws(Failure) in
            answers.append(try Delivery(signed: [signed], examined: examined).text(format, pretty: false))
            if let hash = signed.hash { hashes.append(hash) }
        }
        return SignedBatch(answers: answers, hashes: hashes, record: try signers[0].signer.recordKey())
    }

    /// Opens the keys and verifies that they accept the book and policy on which the reviews were based.
    ///
    /// The user's agreement is bound to these key files, which only their PINs can prove.
    private func unlocked(_ names: [KeyName], _ saidFirst: [Bool], _ around: Surroundings) throws -> [OpenedKey] {
        let vault = Vault(folder: around.state.folder)
        let signers = try names.map { OpenedKey(try pin.unlock($0, in: vault)) }
        let identities = signers.map { $0.signer.identity }
        for (signer, saidFirst) in zip(signers, saidFirst) {
            let others = identities.filter { $0.name != signer.name }
            try signer.prove(around, saidFirst: saidFirst, others: others, isAttended: !yes)
        }
        return signers
    }

    private func complete(
        _ input: inout ReviewInput, _ key: KeyInfo, _ present: Present, _ around: Surroundings,
        with others: [KeyName] = []
    ) {
        input.key = SigningKey(key)
        input.isUnattended = yes
        present.complete(&input)
        around.complete(&input, for: key.name, with: others)
    }

    private func examined(payload: String) throws(Failure) -> Examined {
        guard transaction == nil, envelope.isEmpty else {
            throw Failure(.usage, "--payload is signed alone: leave the transaction out")
        }
        guard let bytes = try? Hex.decode(payload), (1...64).contains(bytes.count) else {
            throw Failure(.badInput, "--payload: 1 to 64 bytes in hexadecimal digits")
        }
        let examined = Examined(payload: bytes)
        if format != .xdr { try format.check(examined) }
        return examined
    }

    /// The name in a folder; nil if there is no hash.
    private func handoffName(of review: Review) -> HandoffName? {
        let kind = review.handoffKind
        return review.hash.map { HandoffName(kind, $0, .signed, format.ending(of: kind)) }
    }

    private func say(_ what: String, at path: String?) {
        Console.say(what + (path.map { ", written to \(TerminalText.escape($0))" } ?? ""))
    }
}

/// The signatures, and the key that records their delivery.
private struct SignedResults: ~Copyable {
    let envelopes: [SignedEnvelope]
    let record: RecordKey
}

private struct SignedBatch: ~Copyable {
    let answers: [String]
    let hashes: [TransactionHash]
    let record: RecordKey
}

extension Review {
    /// The kind in the name of a file.
    fileprivate var handoffKind: HandoffName.Kind { HandoffName.Kind(rawValue: kind.rawValue) ?? .transaction }

    fileprivate func has(_ rule: RuleID) -> Bool { allFindings.contains { $0.rule == rule } }
}

extension SigningKey {
    /// The signing key according to its file.
    init(_ info: KeyInfo) {
        self.init(
            info.publicKey, fingerprint: info.fingerprint, path: info.account.map { DerivationPath(account: $0).text })
    }
}
