// SPDX-License-Identifier: Apache-2.0

package import Codec
package import Handoff
package import Review
package import Stellar
import StellarXDR
package import Vault

/// How a user wants something to be signed.
package struct SigningTerms {
    package let vault: Vault
    /// The keys that the user named; nil for the only key, or the one that has to sign.
    package var keys: KeySelection?
    package var networks: NetworkSelection
    package var format: SignedFormat
    /// Whether the review shows every field of every operation, and all unverified hints.
    package var isFull: Bool
    package var attendance: Attendance
    /// Whether no one is asked, and all that needs no more than a yes is agreed to.
    var isUnattended: Bool { attendance != .person }
    package let machine: any MachineClock
    /// The present, taken when the input and the vault have been read, which may wait for long.
    let time: () throws(Failure) -> GivenTime

    package init(
        _ vault: Vault, keys: KeySelection? = nil, networks: NetworkSelection = NetworkSelection(),
        format: SignedFormat = .xdr, isFull: Bool = false, attendance: Attendance = .person, machine: any MachineClock,
        time: @escaping () throws(Failure) -> GivenTime
    ) {
        self.vault = vault
        self.keys = keys
        self.networks = networks
        self.format = format
        self.isFull = isFull
        self.attendance = attendance
        self.machine = machine
        self.time = time
    }

    /// The keys that sign, and the vault, read for them.
    ///
    /// - Parameter identities: the keys that have to sign; called only if no key is named and the vault has several.
    func selected(
        for identities: () throws(Failure) -> [KeyIdentity], _ events: (SignerEvent) -> Void
    ) throws(Failure) -> (names: [KeyName], context: VaultContext) {
        let files: KeyFiles?
        do { files = keys == nil ? try vault.keyFiles() : nil } catch { throw Failure(error) }
        let selection = try KeySelection(named: keys, among: files?.keys ?? [], for: identities)
        let context = try VaultContext(vault, for: selection.names, knowing: files)
        for warning in context.warnings { events(.warning(warning)) }
        if let note = selection.note { events(.keyChosen(note)) }
        return (selection.names, context)
    }

    /// The keys that sign and the time by which they do, if nothing in the vault prevents them from signing.
    func signers(
        _ names: [KeyName], in context: VaultContext
    ) throws(Failure) -> (keys: [KeyInfo], clock: ReviewClock) {
        let time = try time()
        var keys: [KeyInfo] = []
        for name in names { keys.append(try context.info(name)) }
        try context.checkRecords(of: names)
        let clock = ReviewClock(time, machine: machine, in: context.state, for: names)
        try clock.check(isUnattended: isUnattended, context.policy)
        if isUnattended { try context.checkUnattended(names) }
        return (keys, clock)
    }
}

/// Signs one request with one key or several, from the input to the delivered result.
///
/// Made of its subject, it has read the vault and reviewed the request. `run` has a person read and answer, opens the
/// keys, proves the policy, writes the intent to the journal, signs, and writes what came of it; it has the result
/// delivered, and notes the delivery.
package struct SigningJob: Sendable {
    /// What is to be signed.
    package indirect enum Subject {
        /// A request, and the transactions that it is about.
        case request(TransactionInput, attached: [TransactionInput] = [])
        /// The payload of a signed-payload signer, in hexadecimal digits.
        case payload(String)
        /// A file, in minisign's format.
        ///
        /// - Parameter comment: the trusted comment; nil for the file's name.
        case file(path: String, comment: String?)

        fileprivate func parsed(_ networks: NetworkSelection) throws(Failure) -> ParsedRequest {
            switch self {
            case .request(let input, let attached):
                var request = try ParsedRequest(input, networks, attaching: attached.count)
                for other in attached { try request.attach(other, networks) }
                return request
            case .payload(let digits): return try ParsedRequest(payload: digits)
            case .file(let path, let comment): return try ParsedRequest(file: path, comment: comment)
            }
        }
    }

    package let keys: [KeyInfo]
    /// The review for each key, in the order of the keys.
    package let reviews: [Review]
    /// The format of the result, which suits the request.
    package let format: SignedFormat
    private let countdown: Countdown?
    @Indirect private var request: ParsedRequest
    private let networks: NetworkSelection
    private let isFull: Bool
    private let isUnattended: Bool
    private let vault: Vault
    @Indirect private var context: VaultContext
    private let clock: ReviewClock
    private let reviewed: [ReviewedItem]

    /// Reads a request and the vault, and reviews the request for the keys that are to sign it.
    ///
    /// - Throws: `.badInput` for what is not a request, `.usage` for a format that does not suit and for keys that are
    ///   not clear; `.refused` and `.badInput` for a vault with which these keys cannot sign, `.noInput` for a missing
    ///   key.
    package init(
        _ subject: Subject, _ terms: SigningTerms, events: (SignerEvent) -> Void
    ) throws(Failure) {
        var parsed: ParsedRequest?
        let identities = { () throws(Failure) -> [KeyIdentity] in
            // A payload or a file names no key.
            guard case .request = subject else { return [] }
            let request = try subject.parsed(terms.networks)
            parsed = request
            return request.identitiesToSign
        }
        let (names, context) = try terms.selected(for: identities, events)
        let request: ParsedRequest = if let parsed { parsed } else { try subject.parsed(terms.networks) }
        try terms.format.chosen(for: request).check(request)
        try self.init(request, by: names, in: context, terms)
    }

    /// - Parameters:
    ///   - names: at least one.
    ///   - context: the vault, read for these keys.
    init(
        _ request: ParsedRequest, by names: [KeyName], in context: VaultContext, _ terms: SigningTerms
    ) throws(Failure) {
        if case .file = request.subject, names.count > 1 {
            throw Failure(.usage, "a signature in minisign's format is one key's: \(field: .key) once")
        }
        let (keys, clock) = try terms.signers(names, in: context)
        reviewed = keys.map { key in
            let viewpoint = ReviewViewpoint.signer(key, with: names, clock: clock, terms.attendance)
            return Reviewer.review(context.input(request, for: viewpoint))
        }
        self.keys = keys
        self.request = request
        self.context = context
        self.clock = clock
        vault = terms.vault
        networks = terms.networks
        format = terms.format.chosen(for: request)
        isFull = terms.isFull
        isUnattended = terms.isUnattended
        reviews = reviewed.map(\.review)
        countdown = Countdown(reviews, now: clock.now)
    }

    /// The hash that would be signed; nil for a payload and a file.
    package var hash: TransactionHash? { reviews[0].hash }

    /// The name of the result in a handoff folder; nil without a hash.
    package var outputName: HandoffName? { format.name(for: reviews[0]) }

    /// Who signs, as one phrase: the address of each key.
    package var signerText: String { keys.map(\.identity.text).joined(separator: " and by ") }

    /// What this is about to sign, by whom.
    package var outcome: SignedOutcome { SignedOutcome(reviews[0], signers: keys.map(\.identity)) }

    /// The questions to answer.
    package func consent() throws(Failure) -> Consent {
        Consent(
            to: reviews, isUnattended: isUnattended, policy: context.policy, network: try networks.named.get())
    }

    /// What a person reads and answers.
    package func page(in style: any WordingStyle) throws(Failure) -> ReviewPage { page(try consent(), style) }

    private func page(_ consent: Consent, _ style: any WordingStyle) -> ReviewPage {
        ReviewPage(
            zip(keys, reviews).map { ($0.name.text, $1) }, full: isFull, consent, countdown: countdown, in: style)
    }

    /// Does all that is left once the request has been reviewed.
    ///
    /// - Parameters:
    ///   - pin: asks for the PIN of each key, after the consent.
    ///   - deliver: hands over the result. The keys have been erased from memory by then.
    /// - Returns: what `deliver` returned.
    /// - Throws: `.refused` for a refusal of the review, a wrong answer or PIN, a key that does not accept the vault on
    ///   which its review is based, something signed meanwhile that changes a review, or an expired login: then nothing
    ///   was signed. After `deliver`, the errors of the note about the delivery.
    package func run<Receipt>(
        at frontEnd: some SignerFrontEnd, pin: some PINSource, deliver: (SignedResult) throws(Failure) -> Receipt
    ) throws(Failure) -> Receipt {
        let consent = try consent()
        let page = page(consent, frontEnd.style)
        let approval = try frontEnd.approval(consent, page)
        return try sign(approval, of: page) { key throws(Failure) in try pin.unlock(key, in: vault) }
            .delivered(by: deliver)
    }

    /// Signs with all keys. All keys are opened before the first signature, and erased from memory when this returns.
    ///
    /// - Parameters:
    ///   - page: what was agreed to.
    ///   - unlock: opens a key with its PIN.
    func sign(
        _ approval: Approval, of page: ReviewPage, unlock: (KeyInfo) throws(Failure) -> UnlockedKey
    ) throws(Failure) -> Completed<SignedResult> {
        guard approval.subject == ConsentSubject(reviews) else {
            throw Failure(.bug, "what is to be signed is not what was agreed to")
        }
        // While no key is in memory yet.
        let shown = page.digest
        let saidFirst = reviews.map { $0.allFindings.contains { $0.rule == .bookOwner } }
        let opened = try OpenedKey.open(
            keys, saidFirst: saidFirst, in: context, isAttended: !isUnattended, unlock: unlock)
        try countdown?.check()
        var signing = try JournaledSigning(context.state, clock: clock)
        try signing.check(reviewed, of: keys.map(\.name))
        var all: [SignedEnvelope] = []
        for (key, item) in zip(opened, reviewed) {
            all.append(
                try signing.sign(item, passed: approval.passed, shown: shown, payload: request.unhashed, by: key))
        }
        return Completed(
            try SignedResult(all, of: request),
            try signing.delivery(of: reviews[0].hash.map { [$0] } ?? [], by: opened[0]))
    }
}

/// What was signed and is still to be delivered. The keys and their PINs have been erased from memory by now.
struct Completed<Result>: ~Copyable {
    let result: Result
    fileprivate let record: DeliveryRecord

    init(_ result: Result, _ record: consuming DeliveryRecord) {
        self.result = result
        self.record = record
    }

    /// Delivers the result, and writes to the journal that it has reached the user.
    consuming func delivered<Receipt>(by deliver: (Result) throws(Failure) -> Receipt) throws(Failure) -> Receipt {
        let receipt = try deliver(result)
        try record.write()
        return receipt
    }

    /// Writes to the journal that the result has reached the user.
    func recordDelivery() throws(Failure) { try record.write() }
}
