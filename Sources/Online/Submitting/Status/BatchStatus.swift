// SPDX-License-Identifier: Apache-2.0

package import Codec
package import Journal
import Stellar
import StellarXDR

/// A batch in the journal: what became of each of its transactions, and of the whole.
package struct BatchStatus {
    /// The name by which people call it.
    package let name: String
    package let id: String
    /// In the order in which they have to be applied.
    package let entries: [StatusEntry]
    private let created: Timestamp
    private let names: [AccountID: String]
    /// Earlier batches with the same name, the last one first, as many as are shown.
    private var earlier: [BatchStatus] = []

    /// - Parameters:
    ///   - name: the batch's name or id; of several batches with this name, the last is meant.
    ///   - now: seconds since 1970.
    /// - Returns: nil if the journal has none.
    package init?(_ name: String, in store: any OnlineJournal, now: Int64) throws(Failure) {
        let requests: [RecordedRequest]
        do { requests = try store.batch(name) } catch { throw Failure(error) }
        guard let first = requests.first, let batch = first.batch else { return nil }
        (self.name, id, created) = (batch.name, batch.id, Timestamp(UInt64(max(0, first.created))))
        do throws(JournalError) {
            entries = try requests.map { request throws(JournalError) in
                try StatusEntry(following: request, in: store, now: now)
            }
        } catch { throw Failure(error) }
        names = try ContactNames.all(in: store)
    }

    /// The most batches of one name that are told beside the last one.
    private static let mostEarlier = 3

    /// With what became of earlier batches of this name: people call a file of each month the same.
    package func withEarlier(in store: any OnlineJournal, now: Int64) throws(Failure) -> BatchStatus {
        var all = self
        let ids: [String]
        do { ids = try store.batches(named: name) } catch { throw Failure(error) }
        guard let place = ids.firstIndex(of: id) else { return self }
        for id in ids[(place + 1)...].prefix(Self.mostEarlier) {
            if let batch = try BatchStatus(id, in: store, now: now) { all.earlier.append(batch) }
        }
        return all
    }

    /// The number of transactions in each state, those that were applied first: `2 of 4 transactions applied, 2 ready`.
    /// What was replaced is counted apart: the ones in its place are in the batch too.
    package var summary: String {
        let counted = entries.filter { $0.replacedBy == nil || $0.stage < .settled }
        let counts = Dictionary(grouping: counted, by: \.kind).mapValues(\.count)
        let applied = counts[.applied] ?? 0
        let others = StatusEntry.Kind.allCases.filter { $0 != .applied }.compactMap { kind in
            counts[kind].map {
                "\($0) \($0 > 1 && kind.text.hasPrefix("waits ") ? "wait " + kind.text.dropFirst(6) : kind.text)"
            }
        }
        let all = "\(applied) of \(counted.count) transaction\(counted.count == 1 ? "" : "s") applied"
        let replaced = entries.count - counted.count
        return ([all] + others + (replaced == 0 ? [] : ["\(replaced) replaced"])).joined(separator: ", ")
    }

    /// The whole, and each transaction.
    package var text: [TextPart] {
        let title = "batch \(TerminalText.escape(name)), requested \(created.utc): \(summary)"
        return [.line(Wording(title))] + entries.map { .item($0.item(isWhole: false, names: names)) }
            + earlier.map { batch in
                .line(
                    "an earlier batch \(TerminalText.escape(name)), requested \(batch.created.utc): \(batch.summary). Its id is \(batch.id)"
                )
            }
    }
}

/// What a user names in the journal: a transaction by its hash, or a batch by its name, its id or its hash.
package enum JournalTarget {
    case transaction(HashPrefix)
    case batch(BatchStatus)

    /// - Parameters:
    ///   - store: nil when there is no journal.
    ///   - now: seconds since 1970.
    /// - Throws: `.badInput` for what is neither.
    package init(_ text: String, in store: (any OnlineJournal)?, now: Int64) throws(Failure) {
        let prefix = HashPrefix.isMeant(by: text) ? try HashPrefix(text) : nil
        // A table's file may have a name that looks like a hash; a transaction's hash comes first.
        if let store, try prefix?.isKnown(in: store) != true {
            var batch = try BatchStatus(text, in: store, now: now)
            if batch == nil, let id = try prefix?.batch(in: store) { batch = try BatchStatus(id, in: store, now: now) }
            if let batch {
                self = .batch(batch)
                return
            }
        }
        if let prefix {
            self = .transaction(prefix)
            return
        }
        throw Failure(
            .badInput,
            "\(TerminalText.escape(text)) is neither a batch in the journal nor a hash: write the batch's name, 64 hex digits, or 8 or more of the first ones"
        )
    }
}

extension HashPrefix {
    fileprivate func isKnown(in store: any OnlineJournal) throws(Failure) -> Bool {
        do { return try !store.hashes(beginningWith: digits, limit: 1).isEmpty } catch { throw Failure(error) }
    }

    /// The id of the batch whose hash begins so, as its file and the signer's page show it; of several, the last.
    fileprivate func batch(in store: any OnlineJournal) throws(Failure) -> String? {
        let batches: [(id: String, hashes: [TransactionHash])]
        do { batches = try store.builtBatches() } catch { throw Failure(error) }
        return batches.last { TransactionHash(ofBatch: $0.hashes).hex.hasPrefix(digits) }?.id
    }
}

/// The removal of all requests of a batch from the journal, if that is allowed for each.
package struct BatchRemoval {
    package let batch: BatchStatus
    private let removals: [RequestRemoval]

    /// - Parameter now: seconds since 1970.
    /// - Throws: `.refused` if one of the transactions was signed or submitted and can still be applied.
    package init(_ batch: BatchStatus, in store: any OnlineJournal, now: Int64) throws(Failure) {
        self.batch = batch
        removals = try batch.entries.map { entry throws(Failure) in
            try RequestRemoval(try HashPrefix(entry.hash.hex), in: store, now: now)
        }
    }

    /// Removes the requests, one after the other.
    ///
    /// - Throws: `.refused` when one was signed or queued in the meantime; those before it are forgotten then.
    package func run() throws(Failure) {
        for removal in removals { try removal.run() }
    }
}
