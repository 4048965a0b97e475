// SPDX-License-Identifier: Apache-2.0

package import Codec
import LedgerAPI
package import Stellar
import StellarXDR
package import Workspace

/// Compares accounts with their last recorded states, and records the new ones.
package struct WatchJob {
    private let accounts: [AccountReference]
    private let network: Network
    private let context: OnlineContext
    private let now: Timestamp
    /// Whether the present states are accepted, whatever changed them.
    private let accepts: Bool

    /// - Parameters:
    ///   - now: the time of the observation.
    ///   - accepts: whether to record the present states also after an alarm, and to compare with them from now on.
    package init(
        _ accounts: [AccountReference], on network: Network, in context: OnlineContext, now: Timestamp,
        accepts: Bool = false
    ) {
        (self.accounts, self.network, self.context, self.now, self.accepts) =
            (accounts, network, context, now, accepts)
    }

    /// Observes the accounts one after the other, each once.
    ///
    /// - Parameters:
    ///   - alarmsOnly: whether incoming payments are no failure.
    ///   - tell: takes what is found of an account before its state is recorded, so that nothing is lost if it throws.
    /// - Returns: the failure for what our own transactions do not explain; nil if they explain everything, or if the
    ///   states are accepted.
    package func run(
        alarmsOnly: Bool = false, each tell: (WatchReport) throws(Failure) -> Void
    ) throws(Failure) -> Failure? {
        var finder = AccountFinder(context)
        var wanted: [AccountID] = []
        for reference in accounts {
            let account = try finder.find(reference, .words("the account")).account.account
            if !wanted.contains(account) { wanted.append(account) }
        }
        _ = try context.horizon()
        let watcher = try AccountWatcher(
            on: network, in: context, journal: try context.journal(), now: now, forgets: accepts)
        var reports: [WatchReport] = []
        for account in wanted {
            let observation = try watcher.observe(account)
            try tell(observation.report)
            if observation.mayBeRecorded || accepts { try watcher.record(observation) }
            reports.append(observation.report)
        }
        return accepts ? nil : WatchReport.failure(in: reports, alarmsOnly: alarmsOnly)
    }
}
