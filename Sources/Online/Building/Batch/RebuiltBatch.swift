// SPDX-License-Identifier: Apache-2.0

package import Codec
import Handoff
package import Journal
import LedgerXDR
package import Stellar
import StellarXDR
import Workspace

/// A batch that is built again: all its transactions, or those whose payments were not made and can no longer be.
package struct RebuiltBatch {
    private let requests: [RecordedRequest]
    private let failedOnly: Bool
    private let mayBeAlive: Bool
    /// The batch's id and name, which the new requests get too.
    let identity: BatchPart
    package let network: Network

    /// - Parameters:
    ///   - name: the batch's name or id.
    ///   - failedOnly: whether to leave out what was applied or still can be. The payments that made their transaction
    ///     fail get transactions of their own, so that they stop no other again.
    ///   - mayBeAlive: whether transactions that can still be applied are built again, with the same sequence numbers.
    /// - Throws: `.noInput` if the journal has no such batch.
    package init(
        _ name: String, in journal: any OnlineJournal, failedOnly: Bool, mayBeAlive: Bool
    ) throws(Failure) {
        do { requests = try journal.batch(name) } catch { throw Failure(error) }
        guard let first = requests.first, let identity = first.batch else {
            throw Failure(.noInput, "the journal has no batch \(TerminalText.escape(name))")
        }
        self.identity = BatchPart(id: identity.id, name: identity.name, lines: [])
        network = first.network
        self.failedOnly = failedOnly
        self.mayBeAlive = mayBeAlive
    }

    /// The note of its requests.
    var note: String? { requests.first?.note }

    /// The preconditions of its transactions; all have the same but for the time.
    var conditions: Preconditions {
        guard let envelope = (try? requests.first?.parsed())?.envelope else { return .none }
        return envelope.innermost.cond
    }

    /// The transactions to build, in the order of the earlier ones.
    ///
    /// - Throws: `.refusedByLedger` if there are none, if some were applied and not only failed ones are wanted, or if
    ///   it is not known whether one was; `.refused` if one can still be applied.
    func groups(_ finder: inout FateFinder, noting notices: inout [Notice]) throws(Failure) -> [BatchPlan.Group] {
        var groups: [BatchPlan.Group] = []
        var (applied, leftOut, rebuilt) = (0, 0, 0)
        var first: Failure?
        for request in requests {
            guard let envelope = try request.parsed().envelope else { continue }
            let hashed = HashedTransaction(envelope, on: request.network)
            let fate = try finder.fate(of: hashed)
            switch fate {
            case .rebuilt: continue
            case .applied:
                applied += 1
                continue
            case .open, .unsigned, .unknown:
                guard !failedOnly else {
                    leftOut += 1
                    continue
                }
            case .over: break
            }
            do throws(Failure) {
                let replacement = try Replacement(
                    of: hashed, fate, mayBeAlive: mayBeAlive, ancestors: finder.ancestors(of: hashed.hash))
                rebuilt += 1
                notices += replacement.notices.filter { $0.code != .replaces && !notices.contains($0) }
                groups += try self.groups(of: hashed, request, replacement, finder)
            } catch { first = first ?? error }
        }
        let name = Wording(TerminalText.escape(identity.name))
        if applied > 0, !failedOnly {
            throw Failure(
                .refusedByLedger,
                "\(applied) transaction\(applied == 1 ? "" : "s") of \(name) \(applied == 1 ? "was" : "were") applied; nothing was built",
                hint: "\(field: .failedRows) rebuilds the payments that were not made and can no longer be")
        }
        if let first { throw first }
        guard !groups.isEmpty else {
            throw Failure(
                .refusedByLedger,
                "no payment of \(name) failed or expired"
                    + (leftOut == 0 ? "" : ": \(leftOut) transaction\(leftOut == 1 ? "" : "s") can still be applied"))
        }
        let payments = groups.reduce(0) { $0 + $1.rows.count }
        notices.append(
            .fact(
                .replaces,
                "\(rebuilt) transaction\(rebuilt == 1 ? "" : "s") of \(name), with \(payments) payment\(payments == 1 ? "" : "s")"
            ))
        if leftOut > 0 {
            notices.append(
                .note(
                    .forgets, "\(leftOut) more can still be applied and \(leftOut == 1 ? "is" : "are") not built again")
            )
        }
        return groups
    }

    /// The payments of a transaction, in one again, or in several if some made it fail.
    private func groups(
        of hashed: HashedTransaction, _ request: RecordedRequest, _ replacement: Replacement, _ finder: FateFinder
    ) throws(Failure) -> [BatchPlan.Group] {
        let transaction = hashed.envelope.innermost
        let lines = request.batch?.lines ?? []
        var rows: [BatchRow] = []
        for (index, operation) in transaction.operations.enumerated() {
            guard case .payment(let payment) = operation.body else {
                throw Failure(.badInput, "\(hashed.hash) has an operation that is no payment")
            }
            let line = index < lines.count ? lines[index] : nil
            var row = BatchRow(
                line: line?.number ?? index + 1, source: operation.sourceAccount ?? transaction.sourceAccount,
                destination: payment.destination, asset: payment.asset, amount: Amount(stroops: payment.amount),
                memo: transaction.memo)
            (row.name, row.note) = (line?.name, line?.note)
            rows.append(row)
        }
        func group(_ rows: [BatchRow]) -> BatchPlan.Group {
            BatchPlan.Group(
                source: transaction.sourceAccount, memo: transaction.memo, rows: rows,
                replaced: replacement.request, number: replacement.number,
                hasToHaveIt: replacement.hasToHaveNumber)
        }
        let failed = failedOnly ? try finder.failedOperations(of: hashed.hash) : []
        guard rows.count > 1, !failed.isEmpty else { return [group(rows)] }
        let others = rows.indices.filter { !failed.contains($0) }.map { rows[$0] }
        return (others.isEmpty ? [] : [group(others)]) + failed.filter(rows.indices.contains).map { group([rows[$0]]) }
    }
}

extension FateFinder {
    /// The indexes of the operations that made a transaction fail, in ascending order; empty if it is not known which.
    fileprivate func failedOperations(of hash: TransactionHash) throws(Failure) -> [Int] {
        let submissions: [Submission]
        do { submissions = try journal.submissions(of: hash) } catch { throw Failure(error) }
        let codes = submissions.first { $0.ledger != nil }?.codes?.operations ?? []
        return codes.indices.filter { codes[$0] != .opSuccess }
    }
}
