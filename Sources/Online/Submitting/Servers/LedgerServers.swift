// SPDX-License-Identifier: Apache-2.0

package import Codec
import HTTP
package import Journal
package import LedgerAPI
package import Stellar
package import StellarXDR
package import Workspace

extension NetworkLedger {
    /// The servers of a run, the preferred one first.
    package var servers: [LedgerServer] {
        switch source {
        case .horizon(let view): view.client.bases.map { .horizon($0) }
        case .rpc(let ledger):
            ledger.client.bases.map { .rpc($0, network) } + (ledger.witness?.bases ?? []).map { .horizon($0) }
        }
    }

    /// What the preferred server's list of transactions says about the use of a transaction's sequence number.
    ///
    /// - Parameter ledger: the one in which the account's last number was used.
    func numberUser(of transaction: PendingTransaction, lastUsedIn ledger: Int64) -> StatusQuery.NumberUser {
        switch source {
        case .horizon(let view):
            let entries = try? view.client.latestEntries(of: transaction.source, limit: 200)
            return entries.map { StatusQuery.NumberUser($0, of: transaction) } ?? .unseen
        case .rpc(let view):
            let list = try? view.client.appliedTransactions(in: UInt32(clamping: ledger))
            return list.map { StatusQuery.NumberUser($0, of: transaction) } ?? .unseen
        }
    }

    /// What the servers say about a transaction; nil when none has it.
    ///
    /// - Parameter hashes: those under which it may have been applied.
    package func settled(_ hashes: [TransactionHash]) throws(Failure) -> SettledOutcome? {
        switch source {
        case .horizon(let view): try SettledOutcome.find(hashes, on: view.client)
        case .rpc(let ledger): try SettledOutcome.find(hashes, among: ledger.finders)
        }
    }
}

extension RPCLedger {
    /// The places where a transaction may be found.
    fileprivate var finders: [SettledOutcome.Finder] {
        let client = client
        let deciding = client.bases.map { base in
            SettledOutcome.Finder(name: base.authority, isWitness: false) { hash throws(Failure) in
                try SettledOutcome.record(of: hash, client.only(base))
            }
        }
        guard let witness else { return deciding }
        return deciding
            + witness.bases.map { base in
                SettledOutcome.Finder(name: base.authority, isWitness: true) { hash throws(Failure) in
                    try SettledOutcome.record(of: hash, witness.only(base))
                }
            }
    }
}

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

    /// Compares the code of contracts with the pins of the signer's book and with what the requests of transactions say, where Stellar RPC
    /// is used; see `ContractCodeCheck`.
    package func checkCodes(
        of envelopes: [TransactionEnvelope], on network: Network, _ journal: any OnlineJournal
    ) throws(Failure) {
        // Payments need no pins: a damaged file of them must not stop one.
        let calls = envelopes.filter { $0.innermost.operations.contains { $0.type == .invokeHostFunction } }
        guard !calls.isEmpty, let client = try rpcServers?.get().givenClient(for: network) else { return }
        var check = ContractCodeCheck(by: client, journal, pins: try contractPins().all())
        for envelope in calls { try check.check(envelope, on: network) }
    }
}
