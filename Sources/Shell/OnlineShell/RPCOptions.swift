// SPDX-License-Identifier: Apache-2.0

package import AddressBook
package import ArgumentParser
import Configuration
package import Faults
package import Horizon
package import Journal
package import RPC
import Shell
package import Stellar
package import StellarXDR
package import Submitter

/// The options for the Stellar RPC servers. The connection to them is that of the Horizon options.
package struct RPCOptions: ParsableArguments {
    @Option(
        name: .customLong("rpc-url"),
        help: """
            The Stellar RPC server (or $STELLAR_RPC_URL). Given several times: servers to fall back on.
            """)
    package var rpcUrls: [String] = []

    package init() {}

    /// The servers that the options, the environment or the configuration name.
    ///
    /// - Parameter connection: CA file and proxy.
    package func servers(_ connection: HorizonOptions) throws(Failure) -> RPCServers {
        let rpc = try Settings.value(of: .rpcURL, given: rpcUrls)
        let connection = try connection.servers()
        return RPCServers(
            urls: rpc?.texts ?? [], of: rpc?.isConfigured == true ? try Settings.configuredNetwork() : nil
        ) { () throws(Failure) in try connection.transport() }
    }

    /// The ledger as the servers show it to a command that submits or checks transactions: Stellar RPC if a server is named, else Horizon.
    /// Prints how the servers differ.
    ///
    /// - Parameters:
    ///   - retryBudget: how long to wait for servers that do not respond.
    ///   - envelopes: the transactions whose entries are checked, if any are.
    package func ledger(
        of network: Network, _ horizon: HorizonOptions, waiting retryBudget: RetryBudget = .none,
        for envelopes: [TransactionEnvelope] = []
    ) throws(Failure) -> SubmissionLedger {
        if rpcUrls.isEmpty { try Settings.noteIgnoredServer(.rpcURL, on: network) }
        let ledger = try SubmissionLedger(
            try horizon.servers(), try servers(horizon), of: network, waiting: retryBudget, for: envelopes)
        for remark in ledger.remarks { Console.say(remark) }
        return ledger
    }

    /// Compares the code of contracts with what the requests of transactions say, where Stellar RPC is used.
    package func checkCodes(
        of envelopes: [TransactionEnvelope], on network: Network, _ horizon: HorizonOptions, _ journal: OnlineJournal,
        pins: ContractPins
    ) throws(Failure) {
        // Payments need no pins: a damaged file of them must not stop one.
        let calls = envelopes.filter { $0.innermost.operations.contains { $0.type == .invokeHostFunction } }
        guard !calls.isEmpty, let client = try servers(horizon).givenClient(for: network) else { return }
        var check = ContractCodeCheck(by: client, journal, pins: try pins.all())
        for envelope in calls { try check.check(envelope, on: network) }
    }

    /// A client of the network's servers; see `RPCServers.client(for:)`.
    package func client(for network: Network, _ connection: HorizonOptions) throws(Failure) -> RPCClient {
        try servers(connection).client(for: network)
    }
}
