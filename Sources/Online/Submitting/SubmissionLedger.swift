// SPDX-License-Identifier: Apache-2.0

package import Codec
package import HTTP
package import Journal
package import LedgerAPI
package import Stellar
package import StellarXDR
package import Workspace

extension OnlineContext {
    /// The ledger as the servers show it to what submits or checks transactions: Stellar RPC if a server is named, else Horizon.
    ///
    /// - Parameters:
    ///   - retryBudget: how long to wait for servers that do not respond.
    ///   - envelopes: the transactions whose entries are checked, if any are.
    package func networkLedger(
        of network: Network, waiting retryBudget: RetryBudget = .none, for envelopes: [TransactionEnvelope] = []
    ) throws(Failure) -> NetworkLedger {
        try NetworkLedger(
            try horizon(), try rpcServers?.get(), of: network, waiting: retryBudget, for: envelopes)
    }

    /// The comparison of contracts' code with the pins of the signer's book and with what the requests of transactions say; nil where Stellar
    /// RPC is not used.
    func codeCheck(on network: Network, _ journal: any OnlineJournal) throws(Failure) -> ContractCodeCheck? {
        guard let client = try rpcServers?.get().givenClient(for: network) else { return nil }
        return ContractCodeCheck(by: client, journal, pins: try contractPins().all())
    }
}

extension NetworkLedger {
    /// What the servers say about a transaction; nil when none has it.
    ///
    /// - Parameter hashes: those under which it may have been applied.
    package func settled(_ hashes: [TransactionHash]) throws(Failure) -> SettledOutcome? {
        try SettledOutcome.find(hashes, among: finders)
    }
}

extension Submitter {
    /// A submitter on the servers of a view, which starts from what the view has seen of the ledger.
    package convenience init(
        _ transactions: [PendingTransaction], on view: NetworkLedger, http: any HTTPMultiplexer,
        journal: any RequestJournal, servers: SubmissionServers
    ) {
        self.init(
            transactions, servers: view.servers, http: http, journal: journal, clock: servers.clock,
            settings: servers.settings, isCancelled: servers.isCancelled, ledgerTime: view.ledgerTime
        ) { view.seen($0.source)?.sequence }
    }
}
