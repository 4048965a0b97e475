// SPDX-License-Identifier: Apache-2.0

package import Codec
package import Journal
package import LedgerAPI
import LedgerXDR
package import Stellar
import StellarXDR
package import Workspace

/// The checks of one or more transactions before they are submitted. All are judged first; then each has a result,
/// which may need another lookup.
package struct SubmissionCheck {
    /// The result for one transaction.
    package enum Result {
        /// It is in a ledger, or a server says so.
        case settled(SettledOutcome)
        case checked(CheckReport)
    }

    private struct Judgement {
        let report: SignatureReport
        let rejections: [ForecastRejection]
        let unchecked: [(operation: Int, what: String)]
    }

    private let network: Network
    private let view: AnyLedger
    private let client: RPCClient?
    /// The ledgers of the accounts that it was checked with, the earliest and the latest; nil where that is not known.
    private let ledgers: ClosedRange<UInt32>?
    /// The transactions in the order given.
    package let transactions: [HashedTransaction]
    private let judgements: [TransactionHash: Judgement]
    /// Those whose request was read from the journal with them.
    private let journaled: Set<TransactionHash>

    /// Checks each transaction against the ledger that the ones before it leave.
    ///
    /// Transactions of one account are checked in the order of their sequence numbers, in which `send` submits them.
    /// Signatures are checked only against changes by the same account, because transactions of other accounts are
    /// submitted at the same time.
    ///
    /// - Parameters:
    ///   - unions: different transactions.
    ///   - client: simulates a contract call; nil to leave what it does unchecked.
    package init(
        _ unions: [CollectedSignatures], on network: Network, in view: AnyLedger, by client: RPCClient? = nil,
        now: Timestamp
    ) throws(Failure) {
        (self.network, self.view, self.client) = (network, view, client)
        var preflight = try Preflight(view, now: now, .sending)
        journaled = Set(unions.lazy.filter { $0.journaled != nil }.map(\.hash))
        transactions = try unions.map { union throws(Failure) in try union.transaction() }
        if transactions.count > 1 {
            try preflight.view.fetch(Receivers(transactions.map(\.envelope))) { _, _ in }
        }
        var forecasts: [AccountID: SignerForecast] = [:]
        var judgements: [TransactionHash: Judgement] = [:]
        for transaction in Self.ordered(transactions) {
            let source = transaction.envelope.innermost.sourceAccount.account
            var forecast = forecasts[source] ?? SignerForecast()
            let report = try SignatureReport(transaction, in: &preflight.view, after: forecast)
            let rejections = ForecastRejection.inOrder(
                try preflight.rejections(about: transaction) + report.rejections)
            judgements[transaction.hash] = Judgement(
                report: report, rejections: rejections, unchecked: preflight.unchecked)
            try forecast.apply(transaction, in: &preflight.view)
            forecasts[source] = forecast
        }
        self.judgements = judgements
        ledgers = preflight.view.ledgers
    }

    /// The transactions of each account in the order of their sequence numbers, on the places of that account.
    private static func ordered(_ transactions: [HashedTransaction]) -> [HashedTransaction] {
        var ordered = transactions
        let places = Dictionary(grouping: ordered.indices) { ordered[$0].envelope.innermost.sourceAccount.account }
        for own in places.values {
            let sorted = own.map { ordered[$0] }.sorted {
                $0.envelope.innermost.seqNum < $1.envelope.innermost.seqNum
            }
            for (place, item) in zip(own, sorted) { ordered[place] = item }
        }
        return ordered
    }

    /// The result for the transaction at an index of `transactions`. If its sequence number is used, it is looked up on
    /// all servers.
    ///
    /// - Parameter request: the request that the user gave, with which it is compared instead of the journal's.
    package func result(
        at index: Int, request: TransactionToSubmit?, in journal: any OnlineJournal
    ) throws(Failure) -> Result {
        let transaction = transactions[index]
        guard let judgement = judgements[transaction.hash] else { preconditionFailure("every transaction is judged") }
        let isUsed = judgement.rejections.contains { $0.code == .txBadSeq || $0.code == .txNoSourceAccount }
        if isUsed, let settled = try view.settled(transaction.hashes) {
            return .settled(settled)
        }
        var rejections = judgement.rejections
        if let place = rejections.firstIndex(where: { $0.code == .txBadSeq }),
            let use = try numberUse(of: PendingTransaction(transaction), in: journal)
        {
            switch use {
            case .settled(let settled): return .settled(settled)
            case .known(let user):
                rejections[place] = rejections[place].explained("it was used by \(user), another transaction")
            case .unknown:
                rejections[place] = rejections[place].explained(
                    "no server shows which transaction used it: it may be this one, in a ledger that they do not show"
                        + (view.oldestLedger.map { "; nothing is known here before ledger \($0)" } ?? ""))
                rejections[place].isUnproven = true
            }
        }
        var unchecked = judgement.unchecked
        var succeeds = false
        if let simulation = try simulation(of: transaction, rejections) {
            switch simulation {
            case .succeeds: (unchecked, succeeds) = ([], true)
            case .fails(let rejection): (unchecked, rejections) = ([], [rejection])
            case .unknown(let reason): unchecked.append((0, reason))
            }
        }
        return .checked(
            CheckReport(
                hash: transaction.hash, envelope: transaction.envelope, network: network, ledgers: ledgers,
                standing: try RequestStanding(
                    transaction, request: request, isJournaled: journaled.contains(transaction.hash), journal),
                signatures: judgement.report, rejections: rejections, unchecked: unchecked, isSimulated: succeeds))
    }

    /// Simulates what a transaction does with contracts; nil for one that does nothing with them, would be rejected
    /// anyway, or comes after others, which may be what makes it succeed.
    private func simulation(
        of transaction: HashedTransaction, _ rejections: [ForecastRejection]
    ) throws(Failure) -> CallSimulation? {
        let inner = transaction.envelope.innermost
        guard let client, transactions.count == 1, rejections.isEmpty, case .v1 = inner.ext else { return nil }
        return try CallSimulation(of: inner, by: client)
    }

    // MARK: what used its number

    private enum NumberUse {
        /// It is this transaction that used the number.
        case settled(SettledOutcome)
        case known(TransactionHash)
        case unknown
    }

    /// What used the sequence number of a transaction that no server finds; nil when the number is not used, or the
    /// account has used none.
    private func numberUse(
        of transaction: PendingTransaction, in journal: any OnlineJournal
    ) throws(Failure) -> NumberUse? {
        var view = view
        guard let account = try view.account(transaction.source), account.sequence >= transaction.sequence,
            let ledger = account.sequenceLedger
        else { return nil }
        let holder: Submission?
        do {
            holder = try journal.holder(
                of: transaction.sequence, source: transaction.source, network: network)
        } catch { throw Failure(error) }
        let innermost = transaction.innerHash ?? transaction.hash
        if let known = holder, let place = known.place,
            known.transaction.innerHash ?? known.transaction.hash != innermost
        {
            return .known(place)
        }
        switch view.numberUser(of: transaction, lastUsedIn: ledger) {
        case .own(let outcome):
            return .settled(
                outcome.isSuccessful ? .included(ledger: outcome.ledger) : .failed(ledger: outcome.ledger))
        case .other(let hash): return .known(hash)
        case .unseen, .more: return .unknown
        }
    }
}

extension ForecastRejection {
    /// The rejection with more about its reason.
    fileprivate func explained(_ more: String) -> ForecastRejection {
        ForecastRejection(code, operation: operation, "\(message); \(more)", hint: hint)
    }
}

/// The relation of a transaction to what was requested, according to the request given by hand or else the journal.
package enum RequestStanding: Hashable, Sendable {
    /// It was requested, or it is a fee bump around a requested transaction.
    case requested(byHand: Bool, isInside: Bool)
    case unknown
    /// It was not requested, but these transactions were, with the same source account and sequence number.
    case instead(of: [TransactionHash])

    /// - Parameter isJournaled: whether its request was read from the journal already.
    init(
        _ transaction: HashedTransaction, request: TransactionToSubmit?, isJournaled: Bool,
        _ journal: any OnlineJournal
    ) throws(Failure) {
        let (hash, inner) = (transaction.hash, transaction.innerHash)
        if let request {
            self = .requested(byHand: true, isInside: request.hash != hash)
            return
        }
        let isRequested = if isJournaled { true } else { try journal.isRequested(hash) }
        if isRequested {
            self = .requested(byHand: false, isInside: false)
        } else if let inner, try journal.isRequested(inner) {
            self = .requested(byHand: false, isInside: true)
        } else {
            let innermost = transaction.envelope.innermost
            let number = AccountNumber(source: innermost.sourceAccount.account, sequence: innermost.seqNum)
            let others = try journal.replacement(of: [(number, hash, inner)], on: transaction.network)[0]
            self = others.isEmpty ? .unknown : .instead(of: others)
        }
    }

    /// A warning to show before the transaction is submitted.
    static func text(_ sequence: Int64, insteadOf hashes: [TransactionHash]) -> String {
        hashes.count == 1
            ? "another transaction was requested with number \(sequence): \(hashes[0])"
            : "other transactions were requested with number \(sequence): \(hashes.map(\.hex).joined(separator: ", "))"
    }

    func row(_ sequence: Int64) -> CheckRow {
        switch self {
        case .requested(let byHand, let isInside):
            let request = byHand ? "the request" : "what was built here"
            return CheckRow(
                .request, .ok, isInside ? "the hash inside is that of \(request)" : "the hash is that of \(request)")
        case .unknown: return CheckRow(.request, .note, "no request with this hash is in this journal")
        case .instead(let others):
            return CheckRow(.request, .warning, Self.text(sequence, insteadOf: others))
        }
    }
}
