// SPDX-License-Identifier: Apache-2.0

import Codec
import Journal
import LedgerAPI
import Stellar
import StellarXDR

/// What became of a transaction in whose place another one is to be built.
enum Fate: Hashable {
    case applied(ledger: Int64)
    /// It was not applied and can no longer be, for this reason: `it failed in ledger 12`.
    case over(Wording)
    /// It was requested here, and no signature of it is known.
    ///
    /// - Parameter sharesNumber: whether one in whose place it was built can still be applied, with the same number.
    case unsigned(sharesNumber: Bool)
    /// It can still be applied, or the named one in whose place it was built; until nil, without end.
    case open(TransactionHash, until: Timestamp?)
    /// It may have been applied, as described.
    case unknown(Wording)
    /// This one was built in its place already, and was applied in the ledger; nil where it was not, as far as the
    /// journal knows.
    case rebuilt(TransactionHash, applied: Int64?)
}

/// Finds out what became of earlier transactions, by the journal and by the ledger.
///
/// Only what is proven counts as over, because it is paid again: a number that another transaction is known to have
/// used, a failure that all servers confirm, or an expiry by the ledger's time and this machine's clock while the
/// number is unused. An end by `maxLedger` has only a server's word, so that such a transaction counts as open. What it
/// was built in the place of counts as the same: one of them may have used the number that they share.
struct FateFinder {
    let journal: any OnlineJournal
    private var ledger: AnyLedger
    private let now: Timestamp
    private let replacements: Replacements

    init(_ journal: any OnlineJournal, _ ledger: AnyLedger, now: Timestamp) throws(Failure) {
        (self.journal, self.ledger, self.now) = (journal, ledger, now)
        do { replacements = try Replacements(journal) } catch { throw Failure(error) }
    }

    /// What became of a transaction and of those in whose place it was built: if one of them can still be applied, they
    /// have the same number.
    ///
    /// - Parameter hashed: not a fee bump, with the signatures that are known.
    mutating func fate(of hashed: HashedTransaction) throws(Failure) -> Fate {
        let other: TransactionHash?
        do { other = try successor(of: hashed.hash) } catch { throw Failure(error) }
        if let other {
            let ledger = if case .applied(let ledger)? = try settled(other) { ledger } else { nil as Int64? }
            return .rebuilt(other, applied: ledger)
        }
        let own = try ownFate(of: hashed)
        switch own {
        case .over, .unsigned: break
        case .applied, .open, .unknown, .rebuilt: return own
        }
        var open: Fate?
        for hash in ancestors(of: hashed.hash) {
            // Without its envelope too, which an archive may have by now.
            if let settled = try settled(hash) {
                if case .applied = settled { return settled }
                continue
            }
            guard let known = try? KnownTransaction(hash, in: journal), case .transaction = known.envelope.content
            else {
                continue
            }
            let fate = try ownFate(of: HashedTransaction(known.envelope, on: hashed.network))
            switch fate {
            case .applied, .unknown: return fate
            case .open: open = fate
            case .over, .unsigned, .rebuilt: break
            }
        }
        guard let open else { return own }
        if case .unsigned = own { return .unsigned(sharesNumber: true) }
        return open
    }

    private mutating func ownFate(of hashed: HashedTransaction) throws(Failure) -> Fate {
        let known: (fate: Fate?, isSigned: Bool)
        do throws(JournalError) { known = try record(of: hashed) } catch { throw Failure(error) }
        if let fate = known.fate { return fate }
        let transaction = hashed.envelope.innermost
        let account = try ledger.existing(transaction.sourceAccount.account)
        if account.sequence >= transaction.seqNum { return try used(hashed, by: account) }
        let end = transaction.cond.timeBounds.flatMap { $0.maxTime > 0 ? Timestamp($0.maxTime) : nil }
        if let end, min(try ledger.ledger().closedAt, now) > end { return .over("it expired at \(end.utc)") }
        return known.isSigned ? .open(hashed.hash, until: end) : .unsigned(sharesNumber: false)
    }

    /// The transactions in whose place it was built, and those in whose place they were.
    func ancestors(of hash: TransactionHash) -> [TransactionHash] { replacements.ancestors(of: hash) }

    /// The last one that was built in its place, or in the place of that; nil if there is none that is known still.
    private func successor(of hash: TransactionHash) throws(JournalError) -> TransactionHash? {
        var (found, next, seen): (TransactionHash?, TransactionHash?, Set<TransactionHash>) = (nil, hash, [hash])
        while let here = next, let other = replacements.successor(of: here), seen.insert(other).inserted {
            let isKnown =
                if try journal.request(hash: other) != nil { true } else { try journal.submission(hash: other) != nil }
            if isKnown { found = other }
            next = other
        }
        return found
    }

    /// What became of a transaction in a ledger, by the journal; nil if it knows of none.
    private func settled(_ hash: TransactionHash) throws(Failure) -> Fate? {
        do { return Self.settled(try journal.submissions(of: hash)) } catch { throw Failure(error) }
    }

    private static func settled(_ submissions: [Submission]) -> Fate? {
        guard let settled = submissions.first(where: { $0.ledger != nil }), let ledger = settled.ledger else {
            return nil
        }
        return settled.state == .included ? .applied(ledger: ledger) : .over("it failed in ledger \(ledger)")
    }

    /// What the journal proves; without that, whether the transaction may have been signed.
    private func record(of hashed: HashedTransaction) throws(JournalError) -> (fate: Fate?, isSigned: Bool) {
        let submissions = try journal.submissions(of: hashed.hash)
        if let settled = Self.settled(submissions) { return (settled, true) }
        let transaction = hashed.envelope.innermost
        let holder = try journal.holder(
            of: transaction.seqNum, source: transaction.sourceAccount.account, network: hashed.network)
        if let holder, let place = holder.place, let ledger = holder.ledger {
            return (.over("its sequence number was used by \(place) in ledger \(ledger)"), true)
        }
        if submissions.contains(where: { $0.state == .sent || $0.state == .pending }) {
            return (.unknown("it was submitted, and its outcome is not known yet"), true)
        }
        if submissions.contains(where: { $0.state == .expired }) { return (.over("it expired"), true) }
        let isSigned = !hashed.envelope.signatures.isEmpty || !submissions.isEmpty
        guard !isSigned, try journal.signatures(hash: hashed.hash).isEmpty else { return (nil, true) }
        // What was not requested here may have been signed anywhere.
        return (nil, try journal.request(hash: hashed.hash) == nil)
    }

    /// What became of a transaction whose sequence number is used.
    private func used(_ hashed: HashedTransaction, by account: AccountRecord) throws(Failure) -> Fate {
        switch try ledger.settled(hashed.hashes) {
        case .included(let ledger): return .applied(ledger: ledger)
        case .failed(let ledger): return .over("it failed in ledger \(ledger)")
        case .contradicted(let words): return .unknown(Wording(words))
        case nil: break
        }
        let transaction = hashed.envelope.innermost
        let user: LedgerAnswer.NumberUser =
            account.sequenceLedger.map { ledger.numberUser(of: Sought(hashed), lastUsedIn: $0) } ?? .unseen
        return switch user {
        case .own(let outcome) where outcome.isSuccessful: .applied(ledger: outcome.ledger)
        case .own(let outcome): .over("it failed in ledger \(outcome.ledger)")
        case .other(let hash): .over("its sequence number was used by \(hash)")
        case .unseen, .more:
            .unknown(
                "its sequence number \(transaction.seqNum) was used, and no server shows by which transaction: it may be this one"
            )
        }
    }

    private struct Sought: SoughtTransaction {
        let hash: TransactionHash
        let innerHash: TransactionHash?
        let source: AccountID
        let sequence: Int64

        init(_ hashed: HashedTransaction) {
            (hash, innerHash) = (hashed.hash, hashed.innerHash)
            let transaction = hashed.envelope.innermost
            (source, sequence) = (transaction.sourceAccount.account, transaction.seqNum)
        }
    }
}
