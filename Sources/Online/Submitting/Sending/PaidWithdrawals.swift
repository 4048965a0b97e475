// SPDX-License-Identifier: Apache-2.0

import Codec
import Handoff
import Journal
import Stellar
import StellarXDR
import Workspace

/// Keeps a withdrawal at an anchor from being paid twice: by two requests that were both built before either was
/// submitted.
struct PaidWithdrawals {
    private let journal: any OnlineJournal

    init(_ journal: any OnlineJournal) { self.journal = journal }

    private struct Withdrawal: Hashable {
        let hint: HintedWithdrawal
        let network: Network
    }

    /// Compares transactions with one another and with what was submitted before.
    ///
    /// - Throws: `.refused` if another transaction pays for the same withdrawal. One whose request was built after the
    ///   other was queued was asked for by name, as `coldstar-build withdrawal --again` does; and of two with one
    ///   number only one can be applied.
    func check(_ candidates: [SendCandidate]) throws(Failure) {
        var seen: [Withdrawal: SendCandidate] = [:]
        for candidate in candidates {
            guard let (asked, withdrawal) = try request(of: candidate) else { continue }
            if let first = seen[withdrawal], first.hash != candidate.hash {
                try compare(candidate, asked, first, "is submitted with it")
            }
            seen[withdrawal] = candidate
            let paid: Submission?
            do {
                paid = try journal.payment(
                    ofWithdrawal: withdrawal.hint.id, homeDomain: withdrawal.hint.homeDomain,
                    network: withdrawal.network)
            } catch { throw Failure(error) }
            guard let paid else { continue }
            let transaction = paid.transaction
            let other = SendCandidate(
                hashes: [transaction.hash] + (transaction.innerHash.map { [$0] } ?? []),
                number: AccountNumber(source: transaction.source, sequence: transaction.sequence))
            guard Set(other.hashes).isDisjoint(with: candidate.hashes) else { continue }
            try compare(candidate, asked, other, paid.ledger.map { "was applied in ledger \($0)" } ?? "was queued")
        }
    }

    private func compare(
        _ candidate: SendCandidate, _ asked: TransactionHash, _ other: SendCandidate, _ state: String
    ) throws(Failure) {
        guard candidate.number != other.number else { return }
        do throws(JournalError) {
            for hash in other.hashes {
                if try journal.wasRequested(asked, afterQueueing: hash) { return }
                for own in candidate.hashes { if try journal.wasRequested(hash, afterQueueing: own) { return } }
            }
        } catch { throw Failure(error) }
        throw Failure(
            .refused,
            "\(candidate.hash) pays for a withdrawal that \(other.hash) pays for too, which \(state); nothing was submitted",
            hint: "submit only one of them; what the anchor says of the withdrawal: \(step: .anchor(.listTransfers))")
    }

    /// The request of a transaction, and the withdrawal that it pays; nil for what pays for none.
    private func request(of candidate: SendCandidate) throws(Failure) -> (TransactionHash, Withdrawal)? {
        for hash in candidate.hashes {
            let found: RecordedRequest?
            do { found = try journal.request(hash: hash) } catch { throw Failure(error) }
            // Most pay for none, and are not parsed.
            guard let found, found.document.utf8.contains("\"withdrawal\"".utf8),
                let hint = try found.parsed().hinted.withdrawal
            else { continue }
            return (hash, Withdrawal(hint: hint, network: found.network))
        }
        return nil
    }
}
