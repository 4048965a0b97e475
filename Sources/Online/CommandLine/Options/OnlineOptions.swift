// SPDX-License-Identifier: Apache-2.0

package import ArgumentParser
package import Codec
package import HTTP
package import Handoff
package import LedgerAPI
package import Stellar
package import Terminal
package import Workspace

/// The network of an online command: by options, by the environment, or by the configuration file.
package protocol ConfiguredNetwork {
    var options: NetworkOptions { get }
}

extension ConfiguredNetwork {
    /// What options, environment and configuration say. The configuration only answers where nothing else does.
    ///
    /// - Throws: for an invalid configuration.
    package var choice: NetworkSelection {
        get throws(Failure) {
            var choice = options.choice
            choice.advice += ", or coldstar-build config set network testnet"
            let configured = try Settings.configured()
            if case .success(nil) = choice.usual {
                choice.usual = Result { () throws(Failure) in
                    try Network.written(
                        name: configured[.network]?.text, passphrase: configured[.networkPassphrase]?.text)
                }
            }
            if let network = try choice.given() { try Settings.noteIgnoredServer(on: network) }
            return choice
        }
    }

    package func given() throws(Failure) -> Network? { try choice.given() }
    package func named() throws(Failure) -> Network? { try choice.named.get() }
    package func required() throws(Failure) -> Network { try choice.required() }
    package func resolve(documented: Network?) throws(Failure) -> Network { try choice.resolve(documented: documented) }
}

/// The options for the network of an online command.
package struct OnlineNetworkOptions: ParsableArguments, ConfiguredNetwork {
    @OptionGroup package var options: NetworkOptions
    @OptionGroup package var profile: ProfileOption

    package init() {}
}

/// The option that chooses a profile of the configuration file.
package struct ProfileOption: ParsableArguments {
    @Option(
        name: [.customLong("profile"), .customLong("config-profile")],
        help: "The profile of the configuration file (or $COLDSTAR_PROFILE).", completion: Completion.profiles)
    package var profile: String?

    package init() {}

    /// Called by the parser: the settings of this run are those of the profile.
    package func validate() { Settings.choose(profile: profile) }
}

/// The options for the Horizon servers and the connection to them.
package struct HorizonOptions: ParsableArguments {
    @Option(
        name: [.customLong("horizon-url"), .customLong("horizon")],
        help: """
            The Horizon server (or $STELLAR_HORIZON_URL); public and testnet know their usual one. Given several times: servers \
            to fall back on, whose answers are compared.
            """)
    package var horizonUrls: [String] = []

    @Option(help: "Trust the certificates of this PEM file (or $SSL_CERT_FILE).", completion: .file())
    package var caFile: String?

    @Option(help: "Send everything through this proxy, for example socks5h://127.0.0.1:9050 (or $ALL_PROXY).")
    package var proxy: String?

    @Flag(help: "Allow domains of this machine (localhost:8000), which are asked over http.")
    package var httpLoopback = false

    package init() {}

    /// The servers that the options, the environment or the configuration name.
    package func servers() throws(Failure) -> HorizonServers {
        let horizon = try Settings.value(of: .horizonURL, given: horizonUrls)
        return try HorizonServers(
            urls: horizon?.texts ?? [],
            of: horizon?.isConfigured == true ? try Settings.configuredNetwork() : nil,
            caFile: try Settings.value(of: .caFile, given: caFile.map { [$0] } ?? [])?.text,
            proxy: try Settings.value(of: .proxy, given: proxy.map { [$0] } ?? [])?.text,
            allowsLoopback: httpLoopback)
    }

    package func client(for network: Network) throws(Failure) -> HorizonClient { try servers().client(for: network) }

    package func transport() throws(Failure) -> any HTTPTransport { try servers().transport() }

    package func multiplexer(parallel: Int) throws(Failure) -> any HTTPMultiplexer {
        try servers().multiplexer(parallel: parallel)
    }

    /// The ledger that the network's servers show, once they were found to belong to the network; prints how they
    /// differ.
    ///
    /// - Parameter retryBudget: how long to wait for servers that do not respond; nil for not at all.
    package func ledger(of network: Network, waiting retryBudget: RetryBudget? = nil) throws(Failure) -> LedgerView {
        let client = try client(for: network)
        let view = try LedgerView(retryBudget.map { client.waiting($0) } ?? client, network: network)
        for remark in view.remarks { Console.message(Wording(remark)) }
        return view
    }
}

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
    /// - Parameter horizon: connects with the same CA file and proxy.
    package func servers(connectedAs horizon: HorizonServers) throws(Failure) -> RPCServers {
        let rpc = try Settings.value(of: .rpcURL, given: rpcUrls)
        return RPCServers(
            urls: rpc?.texts ?? [], of: rpc?.isConfigured == true ? try Settings.configuredNetwork() : nil
        ) { () throws(Failure) in try horizon.transport() }
    }

    package func servers(_ horizon: HorizonOptions) throws(Failure) -> RPCServers {
        try servers(connectedAs: try horizon.servers())
    }

    /// Says that a server of the configuration is for another network.
    package func noteIgnored(on network: Network) throws(Failure) {
        if rpcUrls.isEmpty { try Settings.noteIgnoredServer(.rpcURL, on: network) }
    }

    /// A client of the network's servers; see `RPCServers.client(for:)`.
    package func client(for network: Network, _ horizon: HorizonOptions) throws(Failure) -> RPCClient {
        try servers(horizon).client(for: network)
    }
}

extension OnlineContext {
    /// - Parameters:
    ///   - horizon: nil when no network may be used.
    ///   - rpc: nil for a job that does not use Stellar RPC.
    package init(home: HomeOptions, horizon: HorizonOptions?, rpc: RPCOptions? = nil) {
        let servers = horizon.map { horizon in Result { () throws(Failure) in try horizon.servers() } }
        self.init(
            folder: Result { () throws(Failure) in try home.online() }, servers: servers,
            rpcServers: servers.flatMap { servers in
                rpc.map { rpc in Result { () throws(Failure) in try rpc.servers(connectedAs: try servers.get()) } }
            }
        ) { Int64(clamping: NowOption.clock().seconds) }
    }
}
