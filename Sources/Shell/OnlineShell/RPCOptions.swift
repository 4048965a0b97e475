// SPDX-License-Identifier: Apache-2.0

package import AddressBook
package import ArgumentParser
import Configuration
package import Faults
package import Horizon
package import Preflight
package import RPC
import Shell
package import Stellar
package import StellarXDR
import Submitter

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

    /// The ledger as the servers show it to a command that submits or checks transactions; see `OnlineContext.submissionLedger`. Prints how
    /// the servers differ.
    package func ledger(
        of network: Network, _ context: OnlineContext, waiting retryBudget: RetryBudget = .none,
        for envelopes: [TransactionEnvelope] = []
    ) throws(Failure) -> NetworkLedger {
        try noteIgnored(on: network)
        let ledger = try context.networkLedger(of: network, waiting: retryBudget, for: envelopes)
        for remark in ledger.remarks { Console.say(Wording(remark)) }
        if let version = ledger.protocolVersion, let warning = context.protocolWarning(version, of: network) {
            Console.warn(Wording(warning))
        }
        return ledger
    }

    /// Says that a server of the configuration is for another network.
    package func noteIgnored(on network: Network) throws(Failure) {
        if rpcUrls.isEmpty { try Settings.noteIgnoredServer(.rpcURL, on: network) }
    }

    /// A client of the network's servers; see `RPCServers.client(for:)`.
    package func client(for network: Network, _ connection: HorizonOptions) throws(Failure) -> RPCClient {
        try servers(connection).client(for: network)
    }
}
