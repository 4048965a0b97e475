// SPDX-License-Identifier: Apache-2.0

import Codec
import Journal
import LedgerAPI
import Stellar
import StellarXDR
import Workspace

/// A transaction that is about to be submitted, as it is compared with others.
struct SendCandidate {
    /// Its own, and that of a fee bump's inner transaction.
    let hashes: [TransactionHash]
    let number: AccountNumber

    var hash: TransactionHash { hashes[0] }

    init(hashes: [TransactionHash], number: AccountNumber) { (self.hashes, self.number) = (hashes, number) }

    init(_ transaction: PendingTransaction) {
        self.init(
            hashes: [transaction.hash] + (transaction.innerHash.map { [$0] } ?? []),
            number: AccountNumber(source: transaction.source, sequence: transaction.sequence))
    }

    init(_ transaction: HashedTransaction) {
        let innermost = transaction.envelope.innermost
        self.init(
            hashes: transaction.hashes,
            number: AccountNumber(source: innermost.sourceAccount.account, sequence: innermost.seqNum))
    }
}

/// Keeps what was rebuilt from being paid twice: by a transaction, and by the one that was built in its place with
/// another sequence number. With the same number, the ledger applies only one of them.
///
/// What was forgotten is not submitted either: its number may have gone to another payment of the same thing.
///
/// Such a pair comes about where a draft was signed without this machine's knowledge: its request was replaced and
/// forgotten, and its signature comes back later.
struct ReplacedTransactions {
    private let journal: any OnlineJournal
    private let now: Timestamp

    init(_ journal: any OnlineJournal, now: Timestamp) { (self.journal, self.now) = (journal, now) }

    /// - Throws: `.refused` for a transaction that was not submitted yet, if its request was forgotten, or if one of
    ///   its kin was applied, may have been, or still can be.
    func check(_ candidates: [SendCandidate]) throws(Failure) {
        let replacements: Replacements
        do { replacements = try Replacements(journal) } catch { throw Failure(error) }
        for candidate in candidates where try !wasSubmitted(candidate.hash) {
            for hash in candidate.hashes {
                for earlier in replacements.ancestors(of: hash) {
                    try check(
                        candidate, beside: earlier, isLater: false,
                        "\(candidate.hash) was built in the place of \(earlier), which")
                }
                for later in replacements.descendants(of: hash) {
                    try check(
                        candidate, beside: later, isLater: true,
                        "\(later) was built in the place of \(candidate.hash), and")
                }
            }
            if let forgotten = try journal.forgotten(candidate.hash) {
                throw Failure(
                    .refused, "\(forgotten)\(Self.end)",
                    hint: "if it is still to be paid, build it again and have that signed")
            }
        }
    }

    /// Asks the servers for what these were built in the place of: someone may have submitted it elsewhere.
    ///
    /// - Throws: `.refused` if it was applied.
    func check(_ candidates: [SendCandidate], on view: inout AnyLedger) throws(Failure) {
        let replacements: Replacements
        do { replacements = try Replacements(journal) } catch { throw Failure(error) }
        for candidate in candidates where try !wasSubmitted(candidate.hash) {
            for earlier in candidate.hashes.flatMap({ replacements.ancestors(of: $0) }) {
                guard entry(of: earlier)?.number != candidate.number,
                    case .included(let ledger)? = try view.settled([earlier])
                else { continue }
                throw Failure(
                    .refused,
                    "\(candidate.hash) was built in the place of \(earlier), which was applied in ledger \(ledger)\(Self.end)",
                    hint: "to pay it once more: \(step: .build(.repeated(hash: earlier.hex)))")
            }
        }
    }

    private static let end: Wording = "; nothing was submitted, so that nothing is paid twice"

    /// What was submitted has to be followed to its outcome.
    private func wasSubmitted(_ hash: TransactionHash) throws(Failure) -> Bool {
        let known: Submission?
        do { known = try journal.submission(hash: hash) } catch { throw Failure(error) }
        return known.map { $0.state != .queued && ($0.state != .failed || $0.ledger != nil) } ?? false
    }

    /// Nil for what was forgotten before anyone signed it, as far as this journal knows.
    private func entry(of hash: TransactionHash) -> StatusEntry? {
        guard let prefix = try? HashPrefix(hash.hex) else { return nil }
        return try? StatusEntry(prefix, in: journal, now: Int64(clamping: now.seconds))
    }

    /// - Parameters:
    ///   - isLater: whether the other one was built in the place of the candidate.
    ///   - words: the beginning of a sentence about the other one.
    private func check(
        _ candidate: SendCandidate, beside other: TransactionHash, isLater: Bool, _ words: Wording
    ) throws(Failure) {
        guard let entry = entry(of: other), entry.number != candidate.number else { return }
        let end = Self.end
        switch entry.kind {
        case .applied:
            let ledger = entry.submission?.ledger.map { " in ledger \($0)" } ?? ""
            throw Failure(
                .refused, "\(words) was applied\(ledger)\(end)",
                hint: "to pay it once more: \(step: .build(.repeated(hash: other.hex)))")
        case .submitted:
            throw Failure(
                .refused, "\(words) was submitted, with an outcome that is not known yet\(end)",
                hint: "find out first: \(step: .submit(.resume))")
        case .waitsForSignatures, .ready, .waitsForNumbers, .expired, .replaced, .numberUsed, .failed, .done:
            let isSigned = entry.submission != nil || !entry.signatures.isEmpty
            // An expiry that only this machine's clock shows ends nothing that someone has signed. What was rebuilt had
            // expired by both.
            guard entry.canStillBeApplied ?? (isLater && isSigned) else { return }
            throw Failure(
                .refused, "\(words) can still be applied\(end)",
                hint: isSigned
                    ? "submit that one, or void it first: \(step: .build(.cancel(hash: other.hex)))"
                    : "submit that one, or forget it first: \(step: .build(.forgetRequest(hash: other.hex)))")
        }
    }
}
