// SPDX-License-Identifier: Apache-2.0

package import Codec
import HTTP
package import Handoff
package import Journal
import LedgerAPI
import LedgerXDR
package import Stellar
package import StellarXDR
import Workspace

/// The transactions to submit together: each once, with the signatures of all its copies, on one network.
package struct SendPlan {
    /// One transaction, and the place of its first copy in the batch.
    package struct Item {
        package let transaction: PendingTransaction
        package let place: Int
        let callsContract: Bool
    }

    package let network: Network
    /// The transactions, in the order of their first copies.
    package private(set) var items: [Item] = []
    /// The accounts whose signatures are required.
    package private(set) var accounts: Set<AccountID> = []
    /// The places of further copies of a transaction; they may have other signatures.
    private var copies: [TransactionHash: [Int]] = [:]
    /// The verified signatures of the transactions.
    private var seen: [RecordedSignature] = []
    /// Signatures that came back before and complete a transaction, which no copy has.
    private var kept: [TransactionHash: [DecoratedSignature]] = [:]
    /// The signatures that no account needs, by their places in the union of all copies and what was kept.
    var surplus: [TransactionHash: Set<Int>] = [:]

    /// Reads the whole batch once.
    ///
    /// - Throws: `.badInput` if the transactions are for different networks, or two of them have the same source
    ///   account and sequence number; `.usage` for an empty batch.
    package init(_ batch: inout SignedBatch, _ networks: NetworkSelection) throws(Failure) {
        var network: Network?
        var hashes: Set<TransactionHash> = []
        var numbers: [Number: Int] = [:]
        for place in 0..<batch.count {
            let input = try batch.read(at: place)
            let own = try networks.resolve(documented: input.network)
            if let network, network != own {
                throw Failure(.badInput, "\(input.origin): the transactions are for different networks")
            }
            network = own
            let envelope = input.envelope
            let transaction = PendingTransaction(input.on(own))
            guard hashes.insert(transaction.hash).inserted else {
                copies[transaction.hash, default: []].append(place)
                continue
            }
            if let other = numbers.updateValue(place, forKey: Number(transaction)) {
                let first = batch.origin(at: other)
                throw Failure(
                    .badInput,
                    "\(input.origin): this uses the sequence number \(transaction.sequence) of "
                        + "\(transaction.source.address), as \(first) does; only one of the two can be applied",
                    hint: "submit only the one you want")
            }
            items.append(Item(transaction: transaction, place: place, callsContract: envelope.callsContract))
            accounts.formUnion(envelope.innermost.requiredThresholds.map(\.account))
            accounts.insert(envelope.feeSource.account)
        }
        guard let network else { throw Failure(.usage, "no transaction is given") }
        self.network = network
    }

    /// Refuses calls whose fee would be lost: an account that has to authorize one has not signed, or the last ledger
    /// of a signature is over. What was queued or sent before is followed to its outcome.
    ///
    /// - Parameter latest: the newest ledger; nil before it is known.
    func checkEntries(
        of items: [Item], in batch: SignedBatch, _ journal: any OnlineJournal, latest: UInt32? = nil
    ) throws(Failure) {
        for item in items {
            let transaction = try first(of: item, in: batch)
            let fault: (what: Wording, hint: Wording)?
            do throws(JournalError) { fault = try Self.fault(inEntriesOf: transaction, journal, latest) } catch {
                throw Failure(error)
            }
            guard let fault else { continue }
            throw Failure(.badInput, "\(batch.origin(at: item.place)): \(fault.what)", hint: fault.hint)
        }
    }

    private static func fault(
        inEntriesOf transaction: HashedTransaction, _ journal: any OnlineJournal, _ latest: UInt32?
    ) throws(JournalError) -> (what: Wording, hint: Wording)? {
        let entries = transaction.envelope.innermost.operations.flatMap { operation -> [SorobanAuthorizationEntry] in
            if case .invokeHostFunction(let op) = operation.body { op.auth } else { [] }
        }
        let unsigned = entries.lazy.compactMap(\.unsignedAccount).first
        let over = latest.flatMap { latest in
            entries.lazy.compactMap { $0.credentialsOver(after: latest) }.first
        }
        guard unsigned != nil || over != nil, try journal.submission(hash: transaction.hash) == nil else { return nil }
        if let unsigned {
            if let whole = try journal.authorized(transaction.hash) {
                return (
                    "its authorization entries are signed in another transaction, \(whole)",
                    "submit that one; to see what became of it: \(step: .submit(.status))"
                )
            }
            return (
                "the authorization by \(unsigned.address) is not signed, and the call would fail",
                "\(step: .build(.requestEntries(signer: nil))), then \(step: .submit(.authorize))"
            )
        }
        guard let over, let latest else { return nil }
        return (
            "the authorization by \(over.address.address) ended with ledger \(over.signatureExpirationLedger), the latest is \(latest), and the call would fail",
            "build the call again, and have its entries signed again: \(step: .build(.rebuild(hash: transaction.hash.hex))) with \(field: .althoughAlive)"
        )
    }

    /// The number of copies beyond the first ones.
    var copyCount: Int { copies.values.reduce(0) { $0 + $1.count } }

    package var transactions: [PendingTransaction] { items.map(\.transaction) }

    /// The first copy of a transaction.
    func first(of item: Item, in batch: SignedBatch) throws(Failure) -> HashedTransaction {
        HashedTransaction(
            try batch.envelope(at: item.place), on: network, hash: item.transaction.hash,
            innerHash: item.transaction.innerHash)
    }

    /// The transaction with the signatures of all its copies that are needed, as far as that is known. Does not read
    /// the journal.
    func transaction(of item: Item, in batch: SignedBatch) throws(Failure) -> HashedTransaction {
        let hash = item.transaction.hash
        if copies[hash] == nil, surplus[hash] == nil, kept[hash] == nil { return try first(of: item, in: batch) }
        return try union(of: item, in: batch).transaction()
    }

    /// All signatures of a transaction, without those that are known not to be needed.
    func union(of item: Item, in batch: SignedBatch) throws(Failure) -> CollectedSignatures {
        var union = CollectedSignatures(try first(of: item, in: batch), from: batch.origin(at: item.place))
        for place in copies[item.transaction.hash] ?? [] {
            union.add(of: try batch.envelope(at: place), from: batch.origin(at: place))
        }
        for signature in kept[item.transaction.hash] ?? [] { union.add(signature, from: "the journal") }
        if let places = surplus[item.transaction.hash] { union.drop(at: places) }
        return union
    }

    private struct Number: Hashable {
        let source: AccountID
        let sequence: Int64

        init(_ transaction: PendingTransaction) {
            source = transaction.source
            sequence = transaction.sequence
        }
    }
}

/// What a person should know before the transactions are submitted.
extension SendPlan {
    /// Seconds per ledger, rounded up: one transaction of an account is applied in each.
    private static let ledgerSeconds: Int64 = 6
    /// Longer queues are worth a hint.
    private static let longQueue = 20
    /// The maximum number of warnings about other requests; further ones are only counted.
    private static let mostWarnings = 20

    /// How many transactions of how many accounts there are, how long they take, and which may expire before their
    /// turn. Empty for a single transaction.
    ///
    /// - Parameter now: seconds since 1970.
    package func notes(now: Int64) -> [Wording] {
        guard items.count > 1 else { return [] }
        let queues = Dictionary(grouping: items, by: \.transaction.source).values.map { queue in
            queue.sorted { $0.transaction.sequence < $1.transaction.sequence }
        }
        let longest = queues.map(\.count).max() ?? 0
        let time = TimeSpan.text(seconds: Int64(longest) * Self.ledgerSeconds)
        var notes: [Wording] = [
            "\(items.count) transactions of \(queues.count) \(queues.count == 1 ? "account" : "accounts"), one per ledger "
                + "and account; the longest queue has \(longest): about \(time)"
        ]
        if copyCount > 0 { notes.append("\(copyCount) given more than once: their signatures are merged") }
        let late = queues.flatMap { queue in
            queue.enumerated().filter { index, item in
                let (turn, isBeyond) = now.addingReportingOverflow(Int64(index + 1) * Self.ledgerSeconds)
                return item.transaction.maxTime.map { isBeyond || $0 < turn } ?? false
            }
        }
        if let first = late.min(by: { $0.offset < $1.offset })?.element {
            notes.append(
                "\(late.count) may expire before they are submitted (the first is "
                    + "\(first.transaction.hash.hex)); an account's transactions after an expired one are not submitted"
            )
        }
        if longest > Self.longQueue {
            notes.append(
                "payments over several channel accounts are applied in parallel: \(step: .build(.batchWithChannels))")
        }
        return notes
    }

    /// Warnings about transactions that differ from the ones requested with the same sequence numbers.
    package func warnings(about batch: SignedBatch, in journal: any OnlineJournal) throws(Failure) -> [Wording] {
        let others = try journal.replacement(
            of: transactions.map { transaction in
                let number = AccountNumber(source: transaction.source, sequence: transaction.sequence)
                return (number, transaction.hash, transaction.innerHash)
            }, on: network)
        let found = zip(items, others).filter { !$0.1.isEmpty }
        var warnings: [Wording] = found.prefix(Self.mostWarnings).map { item, hashes in
            let text = RequestStanding.text(item.transaction.sequence, insteadOf: hashes)
            return "\(batch.origin(at: item.place)): \(text); this is \(item.transaction.hash.hex)"
        }
        if found.count > Self.mostWarnings { warnings.append("and \(found.count - Self.mostWarnings) more") }
        return warnings
    }
}

/// The steps before the first transaction is submitted.
extension SendPlan {
    /// Checks every transaction's signatures as the ledger would, after the transactions of the same account before it,
    /// and leaves out those that no account needs: the network would refuse the transaction for one too many.
    ///
    /// - Parameters:
    ///   - http: fetches the accounts of several transactions concurrently.
    ///   - parallel: the maximum number of concurrent requests.
    ///   - journal: has signatures that came back before, and keeps those that are too few now.
    ///   - events: told how many accounts have been fetched, and which signatures are left out.
    /// - Throws: `.badInput` if the network would reject the signatures of a transaction that was not applied yet.
    mutating func settleSignatures(
        of batch: SignedBatch, in view: inout AnyLedger, over http: any HTTPMultiplexer, parallel: Int,
        journal: any OnlineJournal, events: (SubmissionEvent) -> Void = { _ in }
    ) throws(Failure) {
        if items.count > 1 {
            try view.fetch(Array(accounts), over: http, parallel: parallel) { events(.fetching(done: $0, of: $1)) }
        }
        var forecasts: [AccountID: SignerForecast] = [:]
        var numbers: [AccountID: Int64] = [:]
        var refusal: Failure?
        for item in items.sorted(by: { $0.transaction.sequence < $1.transaction.sequence }) {
            // Transactions of other accounts are submitted at the same time: their changes may not be applied yet.
            let source = item.transaction.source
            var forecast = forecasts[source] ?? SignerForecast()
            let reached = if let known = numbers[source] { known } else { try view.account(source)?.sequence }
            let isNext = try isNext(item, of: batch, after: reached)
            if isNext { numbers[source] = max(reached ?? 0, item.transaction.sequence) }
            do throws(Failure) {
                let (transaction, left) = try settle(
                    item, of: batch, in: &view, after: forecast, isNext: isNext, journal)
                if let left { events(.notice(left)) }
                try forecast.apply(transaction, in: &view)
                forecasts[source] = forecast
            } catch  where error.kind == .badInput {
                // Nothing is sent any more. The others are looked at so that their signatures are kept, too.
                refusal = refusal ?? error
            }
        }
        guard let refusal else { return }
        if let fault = journal.record(checked: seen) { events(.notice(.unrecorded(fault))) }
        throw refusal
    }

    /// Whether a transaction can be applied once its account has this sequence number: nothing unseen then comes before
    /// it.
    private func isNext(_ item: Item, of batch: SignedBatch, after reached: Int64?) throws(Failure) -> Bool {
        guard let reached else { return false }
        // Decoded only where its number does not tell.
        guard reached < item.transaction.sequence - 1 else { return true }
        return try batch.envelope(at: item.place).innermost.comesNext(after: reached)
    }

    /// Checks the signatures of one transaction, and drops those that no account needs.
    ///
    /// - Parameter isNext: whether nothing unseen is applied before it. Otherwise its signers may be others by then,
    ///   and all signatures stay.
    /// - Returns: the transaction as it is sent, and which signatures were dropped; nil if none.
    private mutating func settle(
        _ item: Item, of batch: SignedBatch, in view: inout AnyLedger, after earlier: SignerForecast, isNext: Bool,
        _ journal: any OnlineJournal
    ) throws(Failure) -> (transaction: HashedTransaction, left: Notice?) {
        let (hash, origin) = (item.transaction.hash, batch.origin(at: item.place))
        do throws(Failure) {
            var union = try union(of: item, in: batch)
            var report = try union.report(in: &view, after: earlier)
            if !report.isAuthorized {
                let added: [DecoratedSignature]
                (added, report) = try union.complete(from: try journal.kept(of: hash), in: &view, after: earlier)
                if !added.isEmpty { kept[hash] = added }
            }
            seen += union.recorded(knownTo: report)
            var left: Notice?
            let drops =
                isNext && report.isAuthorized && !report.surplus.isEmpty
                ? try !isChangedByOthers(report, item, batch) : false
            if drops {
                left = .note(.surplusLeftOut, "\(origin): \(report.surplusText) left out")
                surplus[hash] = Set(report.surplus)
                union.drop(at: Set(report.surplus))
                report = try union.report(in: &view, after: earlier)
            }
            // A transaction without signatures may still be authorized, because its hash may be a signer.
            let rejections = report.rejections
            guard let first = rejections.first else {
                // Throws for more than fit, which cannot be sent.
                return (try union.transaction(), left)
            }
            let text = rejections.map { "\($0.message) (\($0.code?.rawValue ?? ""))" }.joined(separator: "; ")
            let what = union.count == 0 ? "the transaction is not signed: " : ""
            throw Failure(.badInput, "\(origin): \(what)\(text)", hint: first.hint)
        } catch  where error.kind == .badInput {
            // A transaction that is already applied needs no check, and its account may have changed its signers since.
            let first = try first(of: item, in: batch)
            guard try view.settled(first.hashes) == nil else { return (first, nil) }
            // Further signatures would not help.
            if let used = try view.account(item.transaction.source)?.sequence, used >= item.transaction.sequence {
                throw Failure(
                    .badInput,
                    "\(origin): its sequence number \(item.transaction.sequence) is used already, so that further signatures change nothing",
                    hint: "what is known of it: \(step: .submit(.status))")
            }
            throw error
        }
    }

    /// Whether a transaction of another account, sent at the same time, may change the signers of an account that must
    /// sign this one.
    private func isChangedByOthers(
        _ report: SignatureReport, _ item: Item, _ batch: SignedBatch
    ) throws(Failure) -> Bool {
        let accounts = Set(report.authorities.map(\.account))
        for other in items where other.transaction.source != item.transaction.source {
            let transaction = try batch.envelope(at: other.place).innermost
            for operation in transaction.operations {
                guard case .set? = operation.body.facts.authority else { continue }
                if accounts.contains(transaction.source(of: operation).account) { return true }
            }
        }
        return false
    }

    /// The signatures that are those of signers whom the transactions or their requests name: no server is asked.
    func verified(in batch: SignedBatch, _ journal: any OnlineJournal) throws(Failure) -> [RecordedSignature] {
        var verified: [RecordedSignature] = []
        for item in items {
            let union = try union(of: item, in: batch)
            verified += union.recorded(verifiedBy: try journal.signingRequest(hash: union.hash))
        }
        return verified
    }

    /// Records all transactions in the journal, all or none. From here on `resume` would continue with them.
    func queue(_ batch: SignedBatch, in journal: any OnlineJournal) throws(Failure) {
        var unreadable: Failure?
        do throws(JournalError) {
            try journal.queue(items.count) { index throws(JournalError) in
                do throws(Failure) {
                    let transaction = try transaction(of: items[index], in: batch)
                    return (SignedTransaction(transaction), RecordedSignature.all(of: transaction))
                } catch {
                    unreadable = error
                    throw .badValue("a transaction that can no longer be read")
                }
            }
        } catch { throw unreadable ?? Failure(error) }
    }
}

extension Transaction {
    /// Whether the transaction can be applied once its account has this sequence number: nothing unseen then comes
    /// before it.
    func comesNext(after reached: Int64) -> Bool {
        reached >= seqNum - 1 || cond.extended?.minSeqNum.map { $0 <= reached } ?? false
    }
}
