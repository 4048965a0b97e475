// SPDX-License-Identifier: Apache-2.0

import Codec
import Handoff
import Journal
import Stellar
import Workspace

/// Keeps a withdrawal at an anchor from being paid twice: by two requests that were both built before either was
/// submitted.
struct PaidWithdrawals {
    private let journal: any OnlineJournal

    init(_ journal: any OnlineJournal) { self.journal = journal }

    /// - Throws: `.refused` if another transaction that pays for the same withdrawal was submitted, or is to be. One
    ///   whose request was built after that was asked for by name, as `coldstar-build withdrawal --again` does.
    func check(_ transactions: [PendingTransaction]) throws(Failure) {
        for transaction in transactions {
            let found: (RecordedRequest, Submission)?
            do { found = try earlier(transaction) } catch { throw Failure(any: error) }
            guard let (asked, other) = found, asked.created <= other.queuedAt else { continue }
            let place = other.ledger.map { "was applied in ledger \($0)" } ?? "is \(other.state.rawValue)"
            throw Failure(
                .refused,
                "\(transaction.hash) pays for a withdrawal that \(other.transaction.hash) pays for already, which \(place); nothing was submitted",
                hint:
                    "\(step: .build(.forgetRequest(hash: asked.hash.hex))); to follow it: \(step: .anchor(.listTransfers))"
            )
        }
    }

    /// The request of a transaction, and another submission for the same withdrawal; nil for what pays for none.
    private func earlier(_ transaction: PendingTransaction) throws -> (RecordedRequest, Submission)? {
        let own = [transaction.hash] + (transaction.innerHash.map { [$0] } ?? [])
        for hash in own {
            guard let request = try journal.request(hash: hash),
                let withdrawal = try request.parsed().hinted.withdrawal,
                let other = try journal.payment(
                    ofWithdrawal: withdrawal.id, homeDomain: withdrawal.homeDomain, network: request.network),
                !own.contains(other.transaction.hash), other.transaction.innerHash.map(own.contains) != true
            else { continue }
            return (request, other)
        }
        return nil
    }
}
