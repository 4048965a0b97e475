// SPDX-License-Identifier: Apache-2.0

package import Codec
package import Review
package import Stellar
package import StellarXDR
package import Vault

/// A sequence number of a shared account that a transaction signed elsewhere has used, to be written to the journal.
package struct UsedSequence: Sendable {
    @Indirect package private(set) var review: Review
    package let hash: TransactionHash
    package let source: AccountID
    package let sequence: Int64
    /// A signer of the account, according to the book, who has signed the transaction.
    package let signer: AccountID
    private let validUntil: Timestamp?
    private let network: Network
    private let key: KeyName
    @Indirect private var context: VaultContext
    private let clock: ReviewClock

    /// - Parameters:
    ///   - key: the key whose PIN signs the journal line.
    ///   - context: the vault, read for this key.
    /// - Throws: `.badInput` for anything but a transaction, `.refused` if no signer whom the book has for its source
    ///   has signed it.
    package init(
        of request: ParsedRequest, notedBy key: KeyName, in context: VaultContext, at time: GivenTime,
        machine: any MachineClock
    ) throws(Failure) {
        try context.checkRecords(of: [key])
        clock = ReviewClock(time, machine: machine, in: context.state, for: [key])
        review = Reviewer.review(context.input(request, for: .anonymous(now: clock.now))).review
        guard let (envelope, network) = request.transaction else {
            throw Failure(.badInput, "\(request.origin): only a transaction uses a sequence number")
        }
        let one: TransactionEnvelope = if case .txFeeBump(let bump) = envelope { .tx(bump.tx.inner) } else { envelope }
        let inner = one.innermost
        guard inner.seqNum > 0 else { throw Failure(.badInput, "only a transaction uses a sequence number") }
        hash = one.hash(on: network)
        source = inner.sourceAccount.account
        sequence = inner.seqNum
        let end = inner.cond.timeBounds?.maxTime ?? 0
        validUntil = end > 0 ? Timestamp(end) : nil
        self.network = network
        self.key = key
        self.context = context
        signer = try Self.signer(of: one, hash, source, context.book)
    }

    private static func signer(
        of envelope: TransactionEnvelope, _ hash: TransactionHash, _ source: AccountID, _ book: Book
    ) throws(Failure) -> AccountID {
        let signers = book.signers(of: source)
        let found = signers.first { signer in
            envelope.signatures.contains { $0.isBy(signer.key, over: hash.bytes) }
        }
        guard let found else {
            throw Failure(
                .refused, "no signer whom the book has for \(source.address) has signed this transaction",
                hint: signers.isEmpty
                    ? "say who signs for it: \(step: .sign(.addKnownAccount(account: source.address)))"
                    : "take the signed envelope, not the request")
        }
        return found
    }

    /// The question to ask, unless agreement to the review stands for the answer (`--yes`).
    package var confirmation: Confirmation {
        Confirmation("record number \(sequence) of \(source.address) as used? type yes: ", value: "yes")
    }

    /// The failure to report if there is no one to ask, and nothing stands for the answer.
    package static let unanswerable = Failure(
        .refused, "cannot ask for confirmation: not a terminal",
        hint: "\(field: .yes) agrees to the review")

    package var document: JSON {
        [
            "hash": .string(hash.hex), "source": .string(source.address),
            "sequence": .string(String(sequence)), "signer": .string(signer.address),
        ]
    }

    /// Writes the journal line, if the lists are still those on which the review was based.
    package func write(by opened: borrowing UnlockedKey) throws(Failure) {
        let vault = context.state
        do {
            let lock = try VaultLock(folder: vault.folder)
            _ = try vault.verify(opened)
            let state = try vault.refreshed(holding: lock)
            try state.checkLists(areThoseOf: vault)
            guard try !state.verify(opened) else {
                throw StateError.unknownOwner(file: "book", owner: state.owner ?? key)
            }
            let seen = SeenNumber(
                time: clock.counted(after: state.record(for: key).proven.latestTime), hash: hash, network: network,
                source: source, sequence: sequence, signer: signer, key: key,
                summary: review.operations.first?.summary.plain ?? review.kind.rawValue, validUntil: validUntil)
            try state.reseal(opened.record, holding: lock, clock: clock.reading)
            try SignerJournal(folder: vault.folder).record([.seen(seen)], by: opened.record)
            try state.refreshed(holding: lock).reseal(opened.record, holding: lock)
        } catch {
            throw Failure(any: error)
        }
    }
}
