// SPDX-License-Identifier: Apache-2.0

import Codec
import Journal
import LedgerAPI
import LedgerXDR
import Stellar

/// The rejections of one transaction in the current round, by server, and whether to believe them.
struct Rejections {
    /// By server, the network's rejection as that server reports it; nil when the server itself rejected it.
    private var entries: [Int: SubmitRejection?] = [:]

    mutating func add(_ refusal: SubmitRejection, of server: Int) { entries[server] = .some(refusal) }

    /// Records that the server accepts no transactions, or not this one.
    mutating func addTurnedAway(by server: Int) { entries[server] = .some(nil) }

    func have(_ server: Int) -> Bool { entries[server] != nil }

    private func refusal(_ server: Int) -> SubmitRejection? { entries[server] ?? nil }

    /// The rejections with result codes, ordered by server.
    private var codes: [(server: Int, code: ResultCode)] {
        entries.compactMap { server, refusal in refusal.map { (server, $0.codes.decisive) } }
            .sorted { $0.server < $1.server }
    }

    var firstWithCodes: Int? { codes.first?.server }

    /// A description of two rejections with different codes; nil when all agree.
    func contradiction(_ pool: ServerPool) -> String? {
        guard let first = codes.first, let other = codes.first(where: { $0.code != first.code }) else { return nil }
        return
            "\(pool.name(first.server)) rejects it with \(first.code), \(pool.name(other.server)) with \(other.code)"
    }

    func words(_ server: Int, _ pool: ServerPool) -> String {
        let who = pool.isSingle ? "rejected" : "\(pool.name(server)) rejects it"
        return refusal(server).map { "\(who) with \($0.codes.decisive)" } ?? who
    }

    /// The outcome for the journal; nil without a result code.
    func outcome(_ server: Int, _ query: StatusQuery, _ transaction: PendingTransaction) -> SubmissionOutcome? {
        guard let refusal = refusal(server) else { return nil }
        var reason = refusal.codes.decisive.rawValue
        if refusal.codes.decisive == .txBadSeq, let sequence = query.sequence {
            reason += ": the account is at \(sequence), and this is number \(transaction.sequence)"
        }
        return .failed(ledger: nil, resultXDR: refusal.resultXDR, codes: refusal.codes, reason: reason)
    }

    /// An outcome that is known otherwise, with what the server said of it; nil unless it said the same.
    func outcome(_ server: Int, _ known: SubmissionOutcome) -> SubmissionOutcome? {
        guard let refusal = refusal(server), refusal.codes.decisive == .txBadSeq,
            case .failed(let ledger, _, _, let reason, let place) = known
        else { return nil }
        return .failed(
            ledger: ledger, resultXDR: refusal.resultXDR, codes: refusal.codes, reason: reason, as: place)
    }

    /// The result codes of a rejection; nil without any.
    func codes(_ server: Int) -> ResultCodes? { refusal(server)?.codes }

    // MARK: believing them

    /// Why the transaction waits, in words, if all accounts show that numbers before its own are not used yet; nil
    /// otherwise.
    func ahead(_ server: Int, _ query: StatusQuery, _ transaction: PendingTransaction) -> String? {
        let number = transaction.sequence
        guard refusal(server)?.codes.decisive == .txBadSeq, let sequence = query.sequence,
            query.allAccounts({ $0.map { $0 < number && number - $0 > 1 } ?? false })
        else { return nil }
        return
            "it waits for the numbers before it (tx_bad_seq): the account is at \(sequence), and this is number \(number)"
    }

    /// Whether a rejection means that no earlier attempt can still be applied.
    ///
    /// - Parameter isDoubtful: whether an earlier attempt may be pending.
    func isBelievable(
        _ server: Int, _ query: StatusQuery, _ transaction: PendingTransaction, _ pool: ServerPool, isDoubtful: Bool
    ) -> Bool {
        guard let refusal = refusal(server) else { return !isDoubtful }
        switch refusal.codes.decisive {
        case let code where Self.lasting.contains(code): return true
        case .txTooLate: return query.provesEnd(of: transaction, pool)
        // This very transaction may have used the number, in a ledger that the server does not show.
        case .txBadSeq: return !isDoubtful && query.allAccounts { $0 == nil }
        default: return !isDoubtful
        }
    }

    /// Whether the network calls it too late.
    func isTooLate(_ server: Int) -> Bool { refusal(server)?.codes.decisive == .txTooLate }

    /// Whether `tx_too_late` is impossible, because it does not expire or cannot have expired yet: nodes may be ahead
    /// of the last ledger by seconds, not by minutes.
    func isUntrue(_ server: Int, _ query: StatusQuery, _ transaction: PendingTransaction) -> Bool {
        guard refusal(server)?.codes.decisive == .txTooLate else { return false }
        func mayHaveCome(_ end: Int64?, _ seen: Int64?, _ slack: Int64) -> Bool {
            guard let end else { return false }
            return seen.map { $0 > end - slack } ?? true
        }
        return !mayHaveCome(transaction.maxTime, query.closedAt, Self.clockSlack)
            && !mayHaveCome(transaction.maxLedger, query.ledger, Self.ledgerSlack)
    }

    /// Seconds by which the clock of a node may be ahead of the last ledger's.
    private static let clockSlack: Int64 = 300
    /// Ledgers by which a node may be ahead of the last ledger seen.
    private static let ledgerSlack: Int64 = 60

    /// Codes that every node always returns for the same bytes, unless the account's signers change.
    private static let lasting: Set<ResultCode> = [
        .txBadAuth, .txBadAuthExtra, .txMalformed, .txMissingOperation, .txNotSupported,
        .txSorobanInvalid, .txBadSponsorship,
    ]
}
