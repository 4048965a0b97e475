// SPDX-License-Identifier: Apache-2.0

import CLISupport
import OnlineSupport
import Stellar
import StellarXDR
import Submitter

/// What a `send` is about to do: which transactions of which accounts, in which order, and how long that takes.
struct SendPlan {
    /// One transaction, and where it is in the pile.
    struct Item {
        let target: Target
        let place: Int
    }

    let network: Network
    private(set) var items: [Item] = []
    /// The accounts that have to have signed.
    private(set) var accounts: Set<AccountID> = []
    /// Where more copies of a transaction are, behind the first; they may have other signatures.
    private var copies: [TransactionHash: [Int]] = [:]

    /// Seconds from one ledger to the next, rounded up: an account gets one transaction into each.
    private static let ledgerSeconds: Int64 = 6

    /// Looks at everything once.
    ///
    /// - Throws: also when two of them use one number of one account, of which only one could get in.
    init(_ pile: inout SignedPile, _ options: NetworkOptions) throws(Failure) {
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
            let target = Target(
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

    /// The transaction with the signatures of all its copies. Asks no journal.
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

        init(_ target: Target) {
            source = target.source
            sequence = target.sequence
        }
    }

    /// What the user is to know before anything is sent; nothing about a single one.
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

    /// Longer ones are worth a hint.
    private static let longRow = 20
}
