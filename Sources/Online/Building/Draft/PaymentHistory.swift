// SPDX-License-Identifier: Apache-2.0

import Codec
import Handoff
import Journal
import Stellar
import StellarXDR
import Workspace

/// The payments of the journal's other transactions, to say when a payment was made before or may still be made.
///
/// What failed, expired, was replaced unsigned or forgotten pays nothing and is left out. Only what was never submitted
/// can expire here. What may have arrived at the network is told whatever the time, and what may have been submitted
/// elsewhere, since something that the journal does not know has used its number.
struct PaymentHistory {
    private let journal: any OnlineJournal
    private let now: Timestamp
    private var known: [TransactionHash: Earlier?] = [:]

    /// - Parameter now: what ended before it counts as expired: the earlier of this machine's time and the ledger's.
    init(_ journal: any OnlineJournal, now: Timestamp) { (self.journal, self.now) = (journal, now) }

    /// A transaction that makes a payment.
    struct Earlier {
        enum Standing: Hashable {
            case applied(ledger: Int64)
            /// Submitted, with unknown outcome.
            case pending
            /// Not submitted, and able to be applied later.
            case signed
            /// Requested, and able to be applied once it is signed.
            case draft
            /// Not submitted here. Its number was used, by it or by another transaction that the journal does not
            /// know.
            case passed
        }

        let hash: TransactionHash
        let standing: Standing
        /// When it was seen as applied, was submitted, was signed or was requested.
        let time: Timestamp
        let number: AccountNumber
        /// The batch that it belongs to.
        let batch: BatchPart?
    }

    /// For each payment, the transactions that have made it or may make it, the last one last.
    ///
    /// - Parameter transactions: what is being built, and what it replaces; their own payments do not count.
    mutating func earlier(
        _ payments: [PaymentDigest], except transactions: Set<TransactionHash>
    ) throws(Failure) -> [[Earlier]] {
        let found: [[TransactionHash]]
        do { found = try journal.transactions(paying: payments) } catch { throw Failure(error) }
        return try found.map { hashes throws(Failure) in
            var earlier: [Earlier] = []
            for hash in hashes where !transactions.contains(hash) {
                if let one = try self.earlier(hash) { earlier.append(one) }
            }
            return earlier.sorted { $0.time < $1.time }
        }
    }

    private mutating func earlier(_ hash: TransactionHash) throws(Failure) -> Earlier? {
        if let known = known[hash] { return known }
        let found: Earlier?
        do throws(JournalError) { found = try look(hash) } catch { throw Failure(error) }
        known[hash] = .some(found)
        return found
    }

    private func look(_ hash: TransactionHash) throws(JournalError) -> Earlier? {
        let request = try journal.request(hash: hash)
        let submissions = try journal.submissions(of: hash)
        func earlier(_ submission: Submission, _ standing: Earlier.Standing, _ time: Int64) -> Earlier {
            Earlier(
                hash: submission.place ?? submission.transaction.hash, standing: standing,
                time: Timestamp(UInt64(max(0, time))),
                number: AccountNumber(source: submission.transaction.source, sequence: submission.transaction.sequence),
                batch: request?.batch)
        }
        if let applied = submissions.first(where: { $0.state == .included }), let ledger = applied.ledger {
            let seen = try journal.events(hash: applied.transaction.hash).last { $0.kind == .outcome }?.time
            return earlier(applied, .applied(ledger: ledger), seen ?? applied.lastAttempt ?? applied.queuedAt)
        }
        // A final outcome of one is the outcome of all with its number.
        guard !submissions.contains(where: { $0.ledger != nil || $0.isNumberUsed }) else { return nil }
        if let pending = submissions.last(where: { $0.state == .sent || $0.state == .pending }) {
            return earlier(pending, .pending, pending.lastAttempt ?? pending.queuedAt)
        }
        if let signed = submissions.last(where: { $0.state == .queued || $0.state == .failed }) {
            let transaction = signed.transaction
            let number = AccountNumber(source: transaction.source, sequence: transaction.sequence)
            let standing = try standing(.signed, number, until: transaction.maxTime, on: transaction.network)
            // One that failed was looked for in the ledger.
            guard let standing, standing != .passed || signed.state == .queued else { return nil }
            return earlier(signed, standing, signed.queuedAt)
        }
        guard submissions.isEmpty, let request, let source = request.source, let sequence = request.sequence else {
            return nil
        }
        let isSigned = try !journal.signatures(hash: hash).isEmpty
        // One that was signed can be submitted whatever was built in its place.
        let ending = try journal.ending(of: hash)
        guard ending == nil || isSigned && ending?.kind == .superseded else { return nil }
        let number = AccountNumber(source: source, sequence: sequence)
        let standing = try standing(
            isSigned ? .signed : .draft, number, until: end(of: request), on: request.network)
        guard let standing else { return nil }
        return Earlier(
            hash: hash, standing: standing, time: Timestamp(UInt64(max(0, request.created))), number: number,
            batch: request.batch)
    }

    /// How a transaction stands that was not submitted here; nil when another of the journal has used its number, or
    /// it expired with its number unused.
    private func standing(
        _ open: Earlier.Standing, _ number: AccountNumber, until end: Int64?, on network: Network
    ) throws(JournalError) -> Earlier.Standing? {
        guard try journal.holder(of: number.sequence, source: number.source, network: network) == nil else {
            return nil
        }
        let later = try journal.laterHolder(than: number.sequence, source: number.source, network: network)
        // It may have been applied before its end.
        guard later == nil else { return .passed }
        return hasEnded(end) ? nil : open
    }

    private func hasEnded(_ end: Int64?) -> Bool {
        guard let end, end > 0 else { return false }
        return end < Int64(clamping: now.seconds)
    }

    private func end(of request: RecordedRequest) -> Int64? {
        let envelope = (try? journal.signingRequest(hash: request.hash))??.envelope
        return envelope?.innermost.cond.timeBounds.map { Int64(clamping: $0.maxTime) }
    }
}

extension PaymentHistory {
    /// The most operations of a transaction that are told one by one.
    private static let shown = 3

    /// A warning for each payment of a transaction that was made before or may still be made.
    ///
    /// - Parameter replaced: the transaction in whose place this one is built, and whose payments it makes.
    static func warnings(
        of hashed: HashedTransaction, replacing replaced: ReplacedRequest?, in journal: any OnlineJournal,
        now: Timestamp
    ) throws(Failure) -> [Notice] {
        let transaction = hashed.envelope.innermost
        let payments = transaction.payments(on: hashed.network)
        guard !payments.isEmpty else { return [] }
        var history = PaymentHistory(journal, now: now)
        let number = AccountNumber(source: transaction.sourceAccount.account, sequence: transaction.seqNum)
        let found = try history.earlier(
            payments.map(\.payment), except: Set(hashed.hashes + (replaced?.all ?? [])))
        // Of each operation that repeats a payment.
        var told: [[Notice]] = []
        for (operation, earlier) in zip(payments.map(\.operation), found) {
            let place = transaction.operations.count > 1 ? "operation \(operation + 1): " : ""
            let texts = texts(of: earlier.filter { $0.canBeBeside(number) })
            guard !texts.isEmpty else { continue }
            told.append(texts.map { .warning(.repeated, "\(place)\($0)") })
        }
        let warnings = Array(told.prefix(shown).joined())
        guard told.count > shown else { return warnings }
        return warnings + [
            .warning(.repeated, "\(told.count - shown) more operations repeat a payment in the same way")
        ]
    }

    /// What was applied, and what may still be: one does not make the other harmless.
    private static func texts(of earlier: [Earlier]) -> [Wording] {
        [text(ofApplied: earlier.filter(\.isApplied)), earlier.last { !$0.isApplied }.flatMap(text(ofOpen:))]
            .compactMap(\.self)
    }

    private static func text(ofApplied applied: [Earlier]) -> Wording? {
        guard let last = applied.last, case .applied(let ledger) = last.standing else { return nil }
        let times = applied.count == 1 ? "" : applied.count == 2 ? " twice, last" : " \(applied.count) times, last"
        return "the same payment was applied\(times) in ledger \(ledger) on \(last.day)\(last.origin) (\(last.hash))"
    }

    private static func text(ofOpen open: Earlier) -> Wording? {
        let end: Wording = "on \(open.day)\(open.origin) (\(open.hash))"
        return switch open.standing {
        case .applied: nil
        case .pending:
            "the same payment is pending: submitted \(end), outcome unknown; run \(step: .submit(.resume)) before paying again"
        case .signed: "the same payment can still be applied: signed \(end), not submitted yet"
        case .draft: "the same payment was requested \(end), and can still be signed and applied"
        case .passed:
            "the same payment was requested \(end), and may have been applied: a later number was used since. Ask the network (\(step: .submit(.check))) before paying again"
        }
    }
}

extension PaymentHistory.Earlier {
    var isApplied: Bool { if case .applied = standing { true } else { false } }

    /// Whether both this one and a transaction with that number can be applied.
    func canBeBeside(_ other: AccountNumber) -> Bool {
        switch standing {
        case .applied, .pending, .passed: true
        case .signed, .draft: number != other
        }
    }

    var day: String { String(time.rfc3339.prefix(10)) }

    /// ` by NAME`, for the batch that it belongs to.
    fileprivate var origin: Wording {
        guard let batch else { return "" }
        return " by \(TerminalText.escape(batch.name))"
    }
}
