// SPDX-License-Identifier: Apache-2.0

package import Faults
package import Handoff
package import Stellar
package import StellarXDR

/// The transactions to submit together: each once, with the signatures of all its copies, on one network.
package struct SendPlan {
    /// One transaction, and the place of its first copy in the batch.
    package struct Item {
        package let transaction: PendingTransaction
        package let place: Int
    }

    package let network: Network
    /// The transactions, in the order of their first copies.
    package private(set) var items: [Item] = []
    /// The accounts whose signatures are required.
    package private(set) var accounts: Set<AccountID> = []
    /// The places of further copies of a transaction; they may have other signatures.
    private var copies: [TransactionHash: [Int]] = [:]
    /// The signatures that no account needs, by their places in the union of all copies.
    var surplus: [TransactionHash: Set<Int>] = [:]

    /// Reads the whole batch once.
    ///
    /// - Throws: `.badInput` if the transactions are for different networks, or two of them have the same source account and
    ///   sequence number; `.usage` for an empty batch.
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
            let transaction = PendingTransaction(envelope, on: own)
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
            items.append(Item(transaction: transaction, place: place))
            accounts.formUnion(envelope.innermost.requiredThresholds.map(\.account))
            accounts.insert(envelope.feeSource.account)
        }
        guard let network else { throw Failure(.usage, "no transaction is given") }
        self.network = network
    }

    /// The number of copies beyond the first ones.
    var copyCount: Int { copies.values.reduce(0) { $0 + $1.count } }

    package var transactions: [PendingTransaction] { items.map(\.transaction) }

    /// The transaction with the signatures of all its copies that are needed, as far as that is known. Does not read the journal.
    func envelope(of item: Item, in batch: SignedBatch) throws(Failure) -> TransactionEnvelope {
        let hash = item.transaction.hash
        if copies[hash] == nil, surplus[hash] == nil { return try batch.envelope(at: item.place) }
        return try union(of: item, in: batch).envelope()
    }

    /// All signatures of a transaction, without those that are known not to be needed.
    func union(of item: Item, in batch: SignedBatch) throws(Failure) -> SignatureUnion {
        let first = try batch.envelope(at: item.place)
        var union = SignatureUnion(first, from: batch.origin(at: item.place), on: network)
        for place in copies[item.transaction.hash] ?? [] {
            union.add(of: try batch.envelope(at: place), from: batch.origin(at: place))
        }
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
