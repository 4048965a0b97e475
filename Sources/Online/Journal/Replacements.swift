// SPDX-License-Identifier: Apache-2.0

package import Stellar

/// Which transactions were built in the place of which, as the journal recorded it. What was forgotten since is among
/// them: a copy of it may still be submitted.
package struct Replacements {
    /// What was built in the place of each transaction, the last one last.
    private let successors: [TransactionHash: [TransactionHash]]
    private let predecessors: [TransactionHash: [TransactionHash]]

    package init(_ journal: any OnlineJournal) throws(JournalError) {
        let all = try journal.superseded()
        successors = Dictionary(grouping: all, by: \.draft).mapValues { $0.map(\.by) }
        predecessors = Dictionary(grouping: all, by: \.by).mapValues { $0.map(\.draft) }
    }

    /// What was built in its place last; nil if nothing was.
    package func successor(of hash: TransactionHash) -> TransactionHash? { successors[hash]?.last }

    /// The transactions in whose place it was built, and those in whose place they were.
    package func ancestors(of hash: TransactionHash) -> [TransactionHash] { Self.all(from: hash, along: predecessors) }

    /// The transactions that were built in its place, and those in the place of these.
    package func descendants(of hash: TransactionHash) -> [TransactionHash] { Self.all(from: hash, along: successors) }

    private static func all(
        from hash: TransactionHash, along links: [TransactionHash: [TransactionHash]]
    ) -> [TransactionHash] {
        var (found, seen): ([TransactionHash], Set<TransactionHash>) = ([], [hash])
        var waiting = links[hash] ?? []
        while let next = waiting.popLast() {
            guard seen.insert(next).inserted else { continue }
            found.append(next)
            waiting += links[next] ?? []
        }
        return found
    }
}
