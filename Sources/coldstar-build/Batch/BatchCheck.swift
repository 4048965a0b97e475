// SPDX-License-Identifier: Apache-2.0

import CLISupport
import OnlineSupport
import Preflight
import Stellar
import StellarXDR

/// Holds a batch against the ledger, and tells what would fail by the lines of the file.
struct BatchCheck {
    /// With more accounts than this, those that receive are not looked at unless the user asks for it: public servers answer a few
    /// thousand questions an hour.
    static let usualLimit = 1000

    /// From so many accounts on it takes noticeable time to ask for them.
    private static let patience = 50

    let plan: BatchPlan
    let envelopes: [TransactionEnvelope]
    let origin: String
    let now: Timestamp
    /// What the user wants; nil leaves it to the number of accounts.
    let checksAccounts: Bool?

    /// - Throws: an error for lines that would fail, after showing them all.
    func check(in view: inout LedgerView) throws(Failure) {
        let sources = plan.sources
        let receivers = Set(plan.transactions.lazy.flatMap { $0.rows.lazy.map(\.destination.account) })
        let looksAtAll = checksAccounts ?? (receivers.count <= Self.usualLimit)
        if !looksAtAll { sayUnchecked(receivers.count) }
        if looksAtAll, receivers.count > Self.patience { Console.say("looking at \(receivers.count) accounts") }
        var preflight = try Preflight(view, now: now, .building, asking: looksAtAll ? nil : sources)
        defer { view = preflight.view }
        var problems = Problems(origin)
        var isUnderfunded: Set<Account> = []
        for (planned, envelope) in zip(plan.transactions, envelopes) {
            for complaint in try preflight.complaints(about: envelope) {
                guard let index = complaint.operation else { throw Failure([complaint]) }
                let row = planned.rows[index]
                // Where the money is gone every later line fails too; the first one says it.
                if complaint.code == "op_underfunded",
                    !isUnderfunded.insert(Account(id: row.source.account, asset: row.asset)).inserted
                {
                    continue
                }
                problems.add(line: row.line, complaint.message)
            }
        }
        let count = plan.transactions.reduce(0) { $0 + $1.rows.count }
        try problems.raise(
            of: count, "payments", hint: "--no-account-checks leaves out what is wrong with those who receive")
    }

    private struct Account: Hashable {
        let id: AccountID
        let asset: Asset
    }

    private func sayUnchecked(_ count: Int) {
        Console.say(
            "warning: the \(count) accounts that receive are not looked at: whether they exist, hold the asset, or need a memo"
                + (checksAccounts == nil ? " (--account-checks asks for all of them)" : ""))
    }
}
