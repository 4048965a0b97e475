// SPDX-License-Identifier: Apache-2.0

package import Codec
package import Journal
import LedgerAPI
package import Stellar
package import Workspace

/// Checks whether this machine, its journal and the servers are ready to submit.
package struct ReadinessJob {
    private let network: Network
    private let journal: (any RequestJournal)?
    private let context: OnlineContext
    private let now: Timestamp

    /// - Parameters:
    ///   - journal: nil when there is none yet.
    ///   - now: the time of this machine's clock.
    package init(on network: Network, journal: (any RequestJournal)?, in context: OnlineContext, now: Timestamp) {
        (self.network, self.journal, self.context, self.now) = (network, journal, context, now)
    }

    /// - Throws: if no server answers, or one is of another network.
    package func run() throws(Failure) -> [Readiness.Item] {
        var findings = [try Readiness.check(journal)]
        let rpc = try context.rpcServers?.get().givenClient(for: network)
        if let rpc { findings += try Readiness.check(rpc, now: now) }
        // With a Stellar RPC server, a Horizon is used only if it is named too.
        let servers = try context.horizon()
        let horizon = rpc == nil ? try servers.client(for: network) : try servers.givenClient(for: network)
        if let horizon { findings += try Readiness.check(horizon, on: network, now: now) }
        return findings
    }
}
