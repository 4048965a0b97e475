// SPDX-License-Identifier: Apache-2.0

package import ArgumentParser
package import Codec
package import LedgerAPI
package import Stellar
import Terminal
import Workspace

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

    /// Says that a server of the configuration is for another network.
    package func noteIgnored(on network: Network) throws(Failure) {
        if rpcUrls.isEmpty { try Settings.noteIgnoredServer(.rpcURL, on: network) }
    }

    /// A client of the network's servers; see `RPCServers.client(for:)`.
    package func client(for network: Network, _ connection: HorizonOptions) throws(Failure) -> RPCClient {
        try servers(connection).client(for: network)
    }
}
