// SPDX-License-Identifier: Apache-2.0

import Faults
import Handoff
import OnlineShell
import Shell
import Stellar
import StellarXDR
import Submitter

/// What `send` is about to submit: which transactions of which accounts, in which order, and how long that takes.
struct SendPlan {
    /// One transaction, and its place in the pile.
    struct Item {
        let target: PendingTransaction
        let place: Int
    }

    let network: Network
    private(set) var items: [Item] = []
    /// The accounts whose signatures are required.
    private(set) var accounts: Set<AccountID> = []
    /// The places of further copies of a transaction; they may have other signatures.
    private var copies: [TransactionHash: [Int]] = [:]

    /// Seconds per ledger, rounded up: one transaction of an account is applied in each.
    private static let ledgerSeconds: Int64 = 6

    /// Reads the whole pile once.
    ///
    /// - Throws: if the transactions are for different networks, or two of them have the same source account and
    ///   sequence number.
    init(_ pile: inout SignedPile, _ options: NetworkChoice) throws(Failure) {
        var network: Network?
        var hashes: Set<TransactionHash> = []
        var numbers: [Number: Int] = [:]
        for place in 0..<pile.count {
            let input = try pile.read(at: place)
            let own = try options.resolve(documented: input.network)
            if let network, network != own {
                throw Failure(.badInput, "\(input.origin): the transactions are for different networks")
            }
            network = own
            let envelope = input.envelope
            let transaction = envelope.innermost
            let target = PendingTransaction(
                hash: envelope.hash(on: own), innerHash: envelope.innerHash(on: own),
                source: transaction.sourceAccount.account,
                sequence: transaction.seqNum, maxTime: envelope.validUntil, maxLedger: envelope.maxLedger)
            guard hashes.insert(target.hash).inserted else {
                copies[target.hash, default: []].append(place)
                continue
            }
            if let other = numbers.updateValue(place, forKey: Number(target)) {
                let first = pile.origin(at: other)
                throw Failure(
                    .badInput,
                    "\(input.origin): this uses the sequence number \(target.sequence) of "
                        + "\(target.source.address), as \(first) does; only one of the two can be applied",
                    hint: "submit only the one you want")
            }
            items.append(Item(target: target, place: place))
            accounts.formUnion(transaction.requiredThresholds.map(\.account))
            accounts.insert(envelope.feeSource.account)
        }
        guard let network else { throw Failure(.usage, "no transaction is given") }
        self.network = network
    }

    /// The transaction with the signatures of all its copies. Does not read the journal.
    func envelope(of item: Item, in pile: SignedPile) throws(Failure) -> TransactionEnvelope {
        let first = try pile.envelope(at: item.place)
        guard let more = copies[item.target.hash] else { return first }
        var union = SignatureUnion(first, from: pile.origin(at: item.place), on: network)
        for place in more { union.add(of: try pile.envelope(at: place), from: pile.origin(at: place)) }
        return try union.envelope()
    }

    private struct Number: Hashable {
        let source: AccountID
        let sequence: Int64

        init(_ target: PendingTransaction) {
            source = target.source
            sequence = target.sequence
        }
    }

    /// What the user should know before anything is submitted; empty for a single transaction.
    func words(now: Int64) -> [String] {
        guard items.count > 1 else { return [] }
        let rows = Dictionary(grouping: items, by: \.target.source).values.map { row in
            row.sorted { $0.target.sequence < $1.target.sequence }
        }
        let longest = rows.map(\.count).max() ?? 0
        let time = TimeSpan.text(seconds: Int64(longest) * Self.ledgerSeconds)
        var words = [
            "\(items.count) transactions of \(rows.count) \(rows.count == 1 ? "account" : "accounts"), one per ledger "
                + "and account; the longest queue has \(longest): about \(time)"
        ]
        if !copies.isEmpty {
            let repeated = copies.values.reduce(0) { $0 + $1.count }
            words.append("\(repeated) given more than once: their signatures are merged")
        }
        let late = rows.flatMap { row in
            row.enumerated().filter { index, item in
                let (turn, isBeyond) = now.addingReportingOverflow(Int64(index + 1) * Self.ledgerSeconds)
                return item.target.maxTime.map { isBeyond || $0 < turn } ?? false
            }
        }
        if let first = late.min(by: { $0.offset < $1.offset })?.element {
            words.append(
                "\(late.count) may expire before they are submitted (the first is "
                    + "\(first.target.hash.hex)); an account's transactions after an expired one are not submitted")
        }
        if longest > Self.longRow {
            words.append(
                "payments over several channel accounts are applied in parallel: coldstar-build batch --channels FILE")
        }
        return words
    }

    /// Longer queues are worth a hint.
    private static let longRow = 20
}
