// SPDX-License-Identifier: Apache-2.0

import Faults
import OnlineShell
import Preflight
import Shell
import Stellar
import StellarXDR

/// Checks a batch against the ledger and reports what would fail, by line of the file.
struct BatchCheck {
    /// With more accounts than this, destinations are not checked unless the user asks for it: public servers allow a
    /// few thousand requests an hour.
    static let usualLimit = 1000

    /// From this number of accounts on, fetching them takes noticeable time.
    private static let patience = 50

    let plan: BatchPlan
    let envelopes: [TransactionEnvelope]
    let origin: String
    let now: Timestamp
    /// The user's choice; nil decides by the number of accounts.
    let checksAccounts: Bool?
    let isJSON: Bool

    /// Checks the batch and lists every line that would fail.
    ///
    /// - Throws: an error if any line would fail, after all have been listed.
    func check(in view: inout LedgerView) throws(Failure) {
        let sources = plan.sources
        let receivers = Set(plan.transactions.lazy.flatMap { $0.rows.lazy.map(\.destination.account) })
        let looksAtAll = checksAccounts ?? (receivers.count <= Self.usualLimit)
        if !looksAtAll { sayUnchecked(receivers.count) }
        if looksAtAll, receivers.count > Self.patience { Console.say("looking at \(receivers.count) accounts") }
        let funding = BatchFunding(funding: try FundingPlan(envelopes, in: &view), plan: plan)
        var problems = Problems(origin)
        for (line, message) in funding.problems { problems.add(line: line, message) }
        try collect(in: &view, asking: looksAtAll ? nil : sources, besides: funding.funding, &problems)
        if let line = funding.firstLine { try refuse(funding, problems, from: line) }
        let count = plan.transactions.reduce(0) { $0 + $1.rows.count }
        try problems.raise(
            of: count, "payments", hint: "--no-account-checks leaves out what is wrong with those who receive")
    }

    /// Collects everything that the network would reject for a reason other than insufficient funds.
    private func collect(
        in view: inout LedgerView, asking: Set<AccountID>?, besides funding: FundingPlan, _ problems: inout Problems
    ) throws(Failure) {
        var preflight = try Preflight(view, now: now, .building, asking: asking)
        defer { view = preflight.view }
        for (planned, envelope) in zip(plan.transactions, envelopes) {
            for complaint in try preflight.complaints(about: envelope) {
                guard let index = complaint.operation else {
                    // With a shortage this may be a consequence of it, and must not replace the report.
                    guard !funding.shortages.isEmpty, let line = planned.rows.first?.line else {
                        throw Failure([complaint])
                    }
                    if complaint.code == "tx_insufficient_balance",
                        funding.isShort(envelope.feeSource.account, of: .native)
                    {
                        continue
                    }
                    problems.add(line: line, complaint.message)
                    continue
                }
                let row = planned.rows[index]
                if complaint.code == "op_underfunded", funding.isShort(row.source.account, of: row.asset) { continue }
                problems.add(line: row.line, complaint.message)
            }
        }
    }

    private func refuse(_ funding: BatchFunding, _ problems: Problems, from line: Int) throws(Failure) {
        problems.say()
        for line in funding.lines { Console.tell(line) }
        if isJSON { try Console.put(document: funding.document, pretty: false) }
        throw Failure(
            .badInput,
            "\(origin): the batch needs more than can be spent, missing \(funding.missing); nothing was done",
            hint: "the payments before line \(line) are covered; add funds, or split the table there")
    }

    private func sayUnchecked(_ count: Int) {
        Console.say(
            "warning: the \(count) accounts that receive are not looked at: whether they exist, hold the asset, or need a memo"
                + (checksAccounts == nil ? " (--account-checks asks for all of them)" : ""))
    }
}
