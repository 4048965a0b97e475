// SPDX-License-Identifier: Apache-2.0

package import Codec
package import Stellar

/// What the servers say about a transaction whose sequence number is used: that it was applied, or that it failed.
///
/// One server's word is enough for success. All servers must report a failure, because a wrong report may lead to a
/// second payment.
package enum SettledOutcome: Hashable, Sendable {
    case included(ledger: Int64)
    case failed(ledger: Int64)
    /// One server reports a failure and another does not confirm it, as described.
    case contradicted(String)

    /// The outcome according to all places; nil when none has the transaction.
    ///
    /// - Parameter hashes: those under which it may have been applied.
    package static func find(
        _ hashes: [TransactionHash], among finders: [OutcomeFinder]
    ) throws(Failure) -> SettledOutcome? {
        var failed: [(server: String, ledger: Int64)] = []
        var others: [String] = []
        var absences: [Failure] = []
        for finder in finders {
            do throws(Failure) {
                guard let found = try outcome(of: hashes, finder) else {
                    if !finder.isWitness { others.append("\(finder.name) does not have it") }
                    continue
                }
                guard found.isSuccessful else {
                    failed.append((finder.name, found.ledger))
                    continue
                }
                guard let bad = failed.first else { return .included(ledger: found.ledger) }
                return .contradicted(
                    "\(bad.server) says that it failed in ledger \(bad.ledger), \(finder.name) that it was applied in ledger "
                        + "\(found.ledger)")
            } catch {
                if !finder.isWitness { others.append("\(finder.name) did not answer") }
                absences.append(error)
            }
        }
        if absences.count == finders.count { throw absences[0] }
        guard let bad = failed.first else { return nil }
        guard let other = others.first else { return .failed(ledger: bad.ledger) }
        return .contradicted("\(bad.server) says that it failed in ledger \(bad.ledger), and \(other)")
    }

    private static func outcome(of hashes: [TransactionHash], _ finder: OutcomeFinder) throws(Failure) -> LedgerOutcome?
    {
        for hash in hashes { if let found = try finder.outcome(of: hash) { return found } }
        return nil
    }

    /// The ledger that contains it; nil when the servers contradict each other.
    package var ledger: Int64? {
        switch self {
        case .included(let ledger), .failed(let ledger): ledger
        case .contradicted: nil
        }
    }

    /// What follows the transaction's name in a sentence.
    package var text: String {
        switch self {
        case .included(let ledger): "was already applied in ledger \(ledger); nothing to do"
        case .failed(let ledger): "failed in ledger \(ledger), fee paid: it can no longer be applied"
        case .contradicted(let contradiction): "is unknown: \(contradiction)"
        }
    }

    /// Nil when the transaction was applied successfully.
    package func failure(of hash: TransactionHash) -> Failure? {
        switch self {
        case .included: nil
        case .failed:
            Failure(
                .refusedByLedger, "\(hash.hex) \(text)",
                hint: "find out why; then \(step: .build(.rebuild(hash: hash.hex)))")
        case .contradicted:
            Failure(
                .unknownYet, "\(hash.hex): the outcome \(text)",
                hint: "run \(step: .submit(.send)): it asks all servers and determines the outcome")
        }
    }
}

extension AnyLedger {
    /// What the servers say about a transaction; nil when none has it.
    ///
    /// - Parameter hashes: those under which it may have been applied.
    package func settled(_ hashes: [TransactionHash]) throws(Failure) -> SettledOutcome? {
        try SettledOutcome.find(hashes, among: finders)
    }
}
