// SPDX-License-Identifier: Apache-2.0

package import ArgumentParser
package import Codec
import HTTP
package import Handoff
package import LedgerAPI
package import Stellar
import Synchronization
package import Terminal
package import Workspace

/// The settings of this run: options take precedence over the environment, and both over the configuration file, which
/// is read at most once.
package enum Settings {
    private static let option = Mutex<String?>(nil)
    private static let read = Result { () throws(Failure) in try store?.read() }

    /// Remembers the profile that an option names; nil changes nothing.
    static func choose(profile: String?) {
        if let profile { option.withLock { $0 = profile } }
    }

    /// The profile that an option of this run names.
    package static var optionalProfile: String? { option.withLock { $0 } }

    // MARK: - The file

    /// The place of the file: `coldstar/config.toml` in `$XDG_CONFIG_HOME`, or in `~/.config`; nil without a home
    /// folder.
    ///
    /// - Source: XDG Base Directory Specification, which ignores relative paths.
    package static var store: ConfigurationStore? {
        if let folder = Environment["XDG_CONFIG_HOME"], folder.hasPrefix("/") {
            return ConfigurationStore(folder: folder + "/coldstar")
        }
        guard let home = Environment["HOME"], home.hasPrefix("/") else { return nil }
        return ConfigurationStore(folder: home + "/.config/coldstar")
    }

    /// The file with its problems; nil if there is none.
    ///
    /// - Throws: if it cannot be read or trusted.
    package static func file() throws(Failure) -> ConfigurationFile? { try read.get() }

    /// The profile in use, with the origin of that choice; nil for none. Whether it exists is not checked.
    package static func profile() throws(Failure) -> (name: String, origin: SettingOrigin)? {
        if let name = optionalProfile { return (name, .option("--profile")) }
        if let name = Environment["COLDSTAR_PROFILE"] { return (name, .environment("COLDSTAR_PROFILE")) }
        guard let file = try file(), let chosen = file.chosen else { return nil }
        return (chosen.name, .file(file.path, line: chosen.line))
    }

    /// The values of the file for the profile in use.
    ///
    /// - Throws: the first problem of the file; `.usage` for a profile that does not exist.
    package static func configured() throws(Failure) -> [ConfigurationKey: Setting] {
        let (file, profile) = (try file(), try profile())
        guard let file else {
            guard let profile else { return [:] }
            throw Failure(
                .usage, "\(profile.origin.text): there is no configuration file, and no profile in it",
                hint: "coldstar-build config set network testnet --profile NAME creates one")
        }
        var settings: [ConfigurationKey: Setting] = [:]
        for (key, value) in try file.values(of: profile?.name) {
            settings[key] = Setting(key: key, texts: value.texts, origin: .file(file.path, line: value.line))
        }
        return settings
    }

    /// The network of the configuration; nil if it names none.
    package static func configuredNetwork() throws(Failure) -> Network? {
        try file()?.network(of: try profile()?.name)
    }

    // MARK: - Values

    /// A setting in order of precedence; nil if nothing names a value.
    ///
    /// - Parameters:
    ///   - given: the option's value or values; empty if it was not given.
    ///   - option: the option's name, for the origin.
    package static func value(
        of key: ConfigurationKey, given: [String] = [], option: String? = nil
    ) throws(Failure) -> Setting? {
        if !given.isEmpty { return Setting(key: key, texts: given, origin: .option(option ?? "--\(key.name)")) }
        if let setting = environment(key) { return setting }
        return try configured()[key]
    }

    private static func environment(_ key: ConfigurationKey) -> Setting? {
        guard let name = variable(key), let text = Environment[name] else { return nil }
        let texts = key.takesSeveral ? text.split { $0 == " " || $0 == "," }.map(String.init) : [text]
        return texts.isEmpty ? nil : Setting(key: key, texts: texts, origin: .environment(name))
    }

    /// The environment variable of a setting.
    private static func variable(_ key: ConfigurationKey) -> String? {
        switch key {
        case .network: "STELLAR_NETWORK"
        case .networkPassphrase: "STELLAR_NETWORK_PASSPHRASE"
        case .horizonURL: "STELLAR_HORIZON_URL"
        case .rpcURL: "STELLAR_RPC_URL"
        case .account: "STELLAR_ACCOUNT"
        case .homeDomain: nil
        case .caFile: "SSL_CERT_FILE"
        case .proxy: "ALL_PROXY"
        }
    }

    /// The user's own account: what the option says, `$STELLAR_ACCOUNT`, or the configuration.
    ///
    /// - Parameter option: for the origin, such as `--source`.
    package static func account(_ given: String?, option: String) throws(Failure) -> Setting? {
        try value(of: .account, given: given.map { [$0] } ?? [], option: option)
    }
}

extension Settings {
    private static let noted = Mutex<Set<ConfigurationKey>>([])

    /// Notes, once in a run, that the configuration names a server of another network, and which one is asked instead.
    ///
    /// - Parameter key: the setting that names servers.
    package static func noteIgnoredServer(
        _ key: ConfigurationKey = .horizonURL, on network: Network
    ) throws(Failure) {
        guard let other = try configuredNetwork(), other != network,
            let setting = try value(of: key), setting.isConfigured, noted.withLock({ $0.insert(key).inserted })
        else { return }
        let usual = key == .horizonURL ? HorizonClient.usualURL(of: network) : nil
        Console.message(
            "note: \(key.name) of the configuration is for \(other.label)"
                + (usual.map { "; for \(network.label), \($0.authority) is asked" }
                    ?? ", and is not used for \(network.label)"))
    }

    /// The account for a command whose user may leave it out. One from the configuration is shown, because it was not
    /// typed.
    ///
    /// - Parameter option: for the origin, such as `--source`.
    /// - Returns: nil if nothing names an account.
    package static func shownAccount(_ given: String?, option: String) throws(Failure) -> String? {
        guard let setting = try account(given, option: option) else { return nil }
        if setting.isConfigured { Console.message("account   \(setting.text) (\(setting.origin.text))") }
        return setting.text
    }

    /// The source account of a transaction.
    ///
    /// - Parameter isAppending: whether it is appended to a transaction, which has a source: the configuration then
    ///   names no other.
    package static func source(_ given: String?, isAppending: Bool = false) throws(Failure) -> String? {
        if isAppending, let setting = try account(given, option: "--source"), setting.isConfigured { return nil }
        return try shownAccount(given, option: "--source")
    }

    /// The account for a command that needs one.
    ///
    /// - Parameter name: the option or argument as the parser's messages show it: `--account <account>`.
    /// - Throws: `.usage` if nothing names an account.
    package static func requiredAccount(_ given: String?, _ name: String) throws(Failure) -> String {
        guard let text = try shownAccount(given, option: name) else {
            throw Failure(
                .usage, "Missing expected argument '\(name)'",
                hint: "give the account, or set it for all commands: coldstar-build config set account G...")
        }
        return text
    }
}

/// The value of a setting for this run.
package struct Setting: Hashable, Sendable {
    package let key: ConfigurationKey
    /// At least one; exactly one for settings that take no more.
    package let texts: [String]
    package let origin: SettingOrigin

    package var text: String { texts[0] }

    /// Whether the configuration file gives it.
    package var isConfigured: Bool { if case .file = origin { true } else { false } }
}

/// Where the value of a setting comes from.
package enum SettingOrigin: Hashable, Sendable {
    case option(String)
    case environment(String)
    /// A line of the configuration file, whose path is escaped.
    case file(String, line: Int)
    /// A usual value, when nothing else names one.
    case `default`

    /// `--network`, `$STELLAR_NETWORK`, `/home/ada/.config/coldstar/config.toml:3` or `default`.
    package var text: String {
        switch self {
        case .option(let name): name
        case .environment(let name): "$\(name)"
        case .file(let path, let line): "\(path):\(line)"
        case .default: "default"
        }
    }

    /// The members of a JSON document about the origin.
    package var document: JSON {
        switch self {
        case .option(let name): ["kind": "option", "option": .string(name)]
        case .environment(let name): ["kind": "environment", "variable": .string(name)]
        case .file(let path, let line): ["kind": "file", "file": .string(path), "line": .integer(line)]
        case .default: ["kind": "default"]
        }
    }
}

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

    /// Says that servers of the configuration are for another network than a transaction.
    ///
    /// - Parameter horizon: the options for the Horizon servers.
    package func noteIgnored(_ horizon: HorizonOptions, on network: Network) throws(Failure) {
        let rpc = try Settings.value(of: .rpcURL, given: rpcUrls)
        // Where Stellar RPC is named for this run, no usual server of Horizon stands in for one.
        guard rpc == nil || rpc?.isConfigured == true else { return }
        try Settings.noteIgnoredServer(.rpcURL, on: network)
        if horizon.horizonUrls.isEmpty { try Settings.noteIgnoredServer(on: network) }
    }

    /// A client of the network's servers; see `RPCServers.client(for:)`.
    package func client(for network: Network, _ horizon: HorizonOptions) throws(Failure) -> RPCClient {
        try servers(connectedAs: try horizon.servers()).client(for: network)
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
