// SPDX-License-Identifier: Apache-2.0

package import Codec
package import Handoff
package import Review
import Stellar
package import StellarXDR
package import Vault

/// A signed batch.
package struct SignedBatch: Hashable, Sendable {
    /// A result for each transaction, in the order of the file.
    package let lines: [String]
    /// The same results as response documents, which QR codes carry in any format.
    package let responses: [String]
    /// What was signed in each line.
    package let outcomes: [SignedOutcome]
}

/// Signs a file of transactions with one key, from the lines to the delivered results: reviewed as one page, agreed to
/// once.
///
/// Its steps are those of `SigningJob`.
package struct BatchSigningJob: Sendable {
    package let key: KeyInfo
    /// The key's account.
    package let account: AccountID
    @Indirect package private(set) var batch: ReviewedBatch
    private let format: SignedFormat
    private let networks: NetworkSelection
    private let isFull: Bool
    private let isUnattended: Bool
    private let vault: Vault
    @Indirect private var context: VaultContext
    private let clock: ReviewClock

    /// Reads the vault, and reviews the transactions of a file.
    ///
    /// - Throws: `.usage` for several keys, and a format that does not suit; the errors of `SigningJob` and
    ///   `ReviewedBatch`.
    package init(
        _ lines: TransactionLines, _ terms: SigningTerms, events: (SignerEvent) -> Void
    ) throws(Failure) {
        let identities = { () throws(Failure) -> [KeyIdentity] in
            try ParsedRequest(try lines.input(at: 0), terms.networks).identitiesToSign
        }
        let (names, context) = try terms.selected(for: identities, events)
        guard names.count == 1 else { throw Failure(.usage, "a batch is signed with one key at a time") }
        try terms.format.checkForBatch()
        let (keys, clock) = try terms.signers(names, in: context)
        key = keys[0]
        do { account = try key.stellarAccount() } catch { throw Failure(error) }
        self.clock = clock
        batch = try ReviewedBatch(
            lines, terms.networks, in: context,
            for: .signer(key, with: [], clock: clock, terms.attendance), format: terms.format
        ) { events(.reviewing(done: $0, of: $1)) }
        self.context = context
        vault = terms.vault
        format = terms.format
        networks = terms.networks
        isFull = terms.isFull
        isUnattended = terms.isUnattended
    }

    /// The name of the result in a handoff folder.
    package var outputName: HandoffName { format.name(for: batch.review) }

    /// The questions to answer.
    package func consent() throws(Failure) -> Consent {
        Consent(
            to: batch.review, isUnattended: isUnattended, policy: context.policy, network: try networks.named.get())
    }

    func page(_ consent: Consent, in style: any WordingStyle) -> ReviewPage {
        ReviewPage(batch, full: isFull, consent, in: style)
    }

    /// Does all that is left once the transactions have been reviewed.
    ///
    /// - Parameters:
    ///   - pin: asks for the PIN of each key, after the consent.
    ///   - deliver: hands over the results. The key has been erased from memory by then.
    /// - Returns: what `deliver` returned.
    /// - Throws: like `SigningJob.run`. If a signature fails, none is delivered.
    package func run<Receipt>(
        at frontEnd: some SignerFrontEnd, pin: some PINSource, deliver: (SignedBatch) throws(Failure) -> Receipt
    ) throws(Failure) -> Receipt {
        let consent = try consent()
        let page = page(consent, in: frontEnd.style)
        let approval = try frontEnd.approval(consent, page)
        return try sign(approval, of: page) {
            frontEnd.hear(.signing(done: $0, of: $1))
        } unlock: { key throws(Failure) in
            try pin.unlock(key, in: vault)
        }.delivered(by: deliver)
    }

    /// Signs all transactions. The key has been erased from memory when this returns.
    ///
    /// - Parameters:
    ///   - page: what was agreed to.
    ///   - progress: told how many transactions have been signed, and how many there are.
    ///   - unlock: opens the key with its PIN.
    func sign(
        _ approval: Approval, of page: ReviewPage, progress: (_ done: Int, _ total: Int) -> Void = { _, _ in },
        unlock: (KeyInfo) throws(Failure) -> UnlockedKey
    ) throws(Failure) -> Completed<SignedBatch> {
        guard approval.subject == .batch(hash: batch.review.hash) else {
            throw Failure(.bug, "what is to be signed is not what was agreed to")
        }
        // While no key is in memory yet.
        let shown = page.digest
        let saidFirst = batch.review.findings.contains { $0.rule == .bookOwner }
        let opened = try OpenedKey.open(
            [key], saidFirst: [saidFirst], in: context, isAttended: !isUnattended, unlock: unlock)[0]
        var (lines, responses): ([String], [String]) = ([], [])
        var hashes: [TransactionHash] = []
        var signing = try JournaledSigning(context.state, clock: clock)
        try signing.sign(batch, passed: approval.passed, shown: shown, by: opened) {
            (signed, request) throws(Failure) in
            let result = try SignedResult([signed], of: request)
            lines.append(try result.text(format, pretty: false))
            responses.append(try result.text(.response, pretty: false))
            if let hash = signed.hash { hashes.append(hash) }
            progress(lines.count, batch.count)
        }
        return Completed(
            SignedBatch(
                lines: lines, responses: responses,
                outcomes: hashes.map { SignedOutcome(transaction: $0, signers: [account]) }),
            try signing.delivery(of: hashes, by: opened))
    }
}

/// A file with one transaction per line, and the review of all of them.
///
/// The lines are parsed and reviewed one at a time, again where they are signed, so that little more memory than the
/// file's size is needed.
package struct ReviewedBatch: Sendable {
    private let lines: TransactionLines
    private let networks: NetworkSelection
    @Indirect private var context: VaultContext
    @Indirect private var viewpoint: ReviewViewpoint
    @Indirect package private(set) var review: BatchReview
    /// What the journal says of each transaction, in the order of the file; empty if nothing is signed.
    let journaled: [JournaledReview]

    /// - Parameters:
    ///   - format: the format of the result, which has to suit each transaction; nil if nothing is signed.
    ///   - progress: told how many transactions have been reviewed, and how many there are.
    /// - Throws: `.badInput` for a line that is not a transaction, is for another network than the first, or is a
    ///   duplicate; `.usage` for one that the format does not suit.
    package init(
        _ lines: TransactionLines, _ networks: NetworkSelection, in context: VaultContext,
        for viewpoint: ReviewViewpoint,
        format: SignedFormat? = nil, progress: (_ done: Int, _ total: Int) -> Void = { _, _ in }
    ) throws(Failure) {
        self.lines = lines
        self.networks = networks
        self.context = context
        self.viewpoint = viewpoint
        var places: [TransactionHash: Int] = [:]
        var batch: BatchReview?
        var journaled: [JournaledReview] = []
        try Self.visit(lines, networks, context, viewpoint) { (line, reviewed, request) throws(Failure) in
            try format?.check(request)
            let review = reviewed.review
            let origin = request.origin
            guard let network = review.network, let hash = review.hash,
                review.kind == .transaction || review.kind == .feeBump
            else {
                throw Failure(
                    .badInput,
                    "\(origin): this is \(review.kind.words), which has to be reviewed and signed on its own",
                    hint: "a batch has transactions only")
            }
            guard review.companions.isEmpty else {
                throw Failure(
                    .badInput,
                    "\(origin): this authorizes another transaction, and has to be reviewed and signed on its own",
                    hint: "a batch shows its lines, and no attached transactions")
            }
            var page = batch ?? BatchReview(on: network, now: viewpoint.now)
            batch = nil  // so that the page is not copied
            guard page.network == network else {
                throw Failure(.badInput, "\(origin): this is for another network than the line before")
            }
            if let first = places.updateValue(line, forKey: hash) {
                throw Failure(.badInput, "\(origin): the same transaction as in line \(first)")
            }
            page.add(review, line: line)
            if format != nil { journaled.append(try JournaledReview(review)) }
            batch = page
            progress(places.count, lines.count)
        }
        guard let batch else { throw Failure(.badInput, "\(lines.origin): there is no transaction in it") }
        review = batch
        self.journaled = journaled
    }

    /// The number of transactions.
    var count: Int { lines.count }

    /// Passes each transaction with its review to `body`, in the order of the file.
    package func visit(
        _ body: (_ line: Int, ReviewedItem, ParsedRequest) throws(Failure) -> Void
    ) throws(Failure) {
        try Self.visit(lines, networks, context, viewpoint, body)
    }

    private static func visit(
        _ lines: TransactionLines, _ networks: NetworkSelection, _ context: VaultContext, _ viewpoint: ReviewViewpoint,
        _ body: (Int, ReviewedItem, ParsedRequest) throws(Failure) -> Void
    ) throws(Failure) {
        let now = viewpoint.now
        var past: BatchHistory?
        // Three signatures per line are enough for most accounts; a short batch may use more.
        var checksLeft = max(Reviewer.mostSignatureChecks, 3 * lines.count)
        for index in 0..<lines.count {
            let request = try ParsedRequest(try lines.input(at: index), networks)
            let review = try { () throws(Failure) -> Review in
                var input = context.input(request, for: viewpoint)
                input.checksLeft = checksLeft
                checksLeft -= Reviewer.signatureChecks(for: input)
                if past == nil, input.policy != nil { input.history.prepareSums(since: input.dayStart) }
                let history = past ?? BatchHistory(before: input.history, now: now)
                input.history = history
                input.isPartOfBatch = true
                past = history
                let reviewed = Reviewer.review(input)
                try body(lines.number(at: index), reviewed, request)
                return reviewed.review
            }()
            past?.add(review)
        }
    }
}
