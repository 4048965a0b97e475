// SPDX-License-Identifier: Apache-2.0

import Codec
import LedgerAPI
import LedgerXDR
import Stellar
import StellarXDR
import Workspace

/// Checks a batch against the ledger and finds what would fail, by line of the file.
struct BatchCheck {
    /// If looking at all destinations takes more requests than this, they are not checked unless the user asks for it:
    /// public servers allow a few thousand requests an hour.
    static let mostRequests = 1000

    /// From this number of accounts on, fetching them takes noticeable time.
    private static let announcedAbove = 50

    let plan: BatchPlan
    let transactions: [HashedTransaction]
    let origin: String
    let now: Timestamp
    /// The user's choice; nil decides by the number of requests.
    let checksAccounts: Bool?
    var accountsPerRequest = 1

    private var receivers: Set<AccountID> {
        Set(plan.transactions.lazy.flatMap { $0.rows.lazy.map(\.destination.account) })
    }

    private func looksAtAll(_ receivers: Int) -> Bool {
        checksAccounts ?? (receivers <= Self.mostRequests * accountsPerRequest)
    }

    /// What the user should know before the check, which may take long.
    var notices: [Notice] {
        let count = receivers.count
        guard looksAtAll(count) else {
            return [
                .warning(
                    .accountsNotChecked,
                    "the \(count) accounts that receive are not looked at: whether they exist, hold the asset, or need a memo"
                        + (checksAccounts == nil ? " (\(field: .accountChecks) asks for all of them)" : ""))
            ]
        }
        return count > Self.announcedAbove ? [.plain(.progress, "looking at \(count) accounts")] : []
    }

    /// Checks the batch.
    ///
    /// - Parameter progress: told how many accounts have been fetched, and how many there are.
    /// - Returns: the shortage, if the payers cannot spend enough; nil if the batch can be built.
    /// - Throws: an error with every line that would fail.
    func shortage(
        in view: inout AnyLedger, progress: (_ done: Int, _ total: Int) -> Void
    ) throws(Failure) -> BatchShortage? {
        let funding = BatchFunding(funding: try FundingPlan(transactions.map(\.envelope), in: &view), plan: plan)
        var diagnostics = InputDiagnostics(origin)
        for (line, message) in funding.faults { diagnostics.add(line: line, Wording(message)) }
        let receivers = receivers
        let asking = looksAtAll(receivers.count) ? nil : plan.sources
        if asking == nil {
            // The view keeps them for the checks below.
            try view.fetch(Receivers(transactions.map(\.envelope)), progress: progress)
        }
        try collect(in: &view, asking: asking, besides: funding.funding, &diagnostics)
        if let line = funding.firstLine {
            return BatchShortage(funding: funding, lines: diagnostics.lines, origin: origin, firstLine: line)
        }
        let count = plan.transactions.reduce(0) { $0 + $1.rows.count }
        try diagnostics.raise(
            of: count, "payments",
            hint: """
                \(field: .noAccountChecks) builds it without looking at those who receive: each payment that cannot be made then makes its \
                transaction fail
                """)
        return nil
    }

    /// What is wrong with a row, with whom it is about as the table says.
    private static func wording(_ rejection: ForecastRejection, _ row: BatchRow?) -> Wording {
        guard let name = row?.name else { return Wording(rejection.message) }
        return "\(Wording(rejection.message)) (\(ReadableText.name(String(name.prefix(60)))))"
    }

    /// Collects everything that the network would reject for a reason other than insufficient funds.
    private func collect(
        in view: inout AnyLedger, asking: Set<AccountID>?, besides funding: FundingPlan,
        _ diagnostics: inout InputDiagnostics
    ) throws(Failure) {
        var preflight = try Preflight(view, now: now, .building, asking: asking)
        defer { view = preflight.view }
        for (planned, transaction) in zip(plan.transactions, transactions) {
            for rejection in try preflight.rejections(about: transaction) {
                guard let index = rejection.operation else {
                    // With a shortage this may be a consequence of it, and must not replace the report.
                    guard !funding.shortages.isEmpty, let line = planned.rows.first?.line else {
                        throw Failure([rejection])
                    }
                    if rejection.code == .txInsufficientBalance,
                        funding.isShort(transaction.envelope.feeSource.account, of: .native)
                    {
                        continue
                    }
                    diagnostics.add(
                        line: line, code: rejection.code?.rawValue, Self.wording(rejection, planned.rows.first))
                    continue
                }
                let row = planned.rows[index]
                if rejection.code == .opUnderfunded, funding.isShort(row.source.account, of: row.asset) { continue }
                diagnostics.add(
                    line: row.line, column: rejection.code == .opUnderfunded ? "amount" : "destination",
                    code: rejection.code?.rawValue,
                    Self.wording(rejection, row))
            }
        }
    }
}
