// SPDX-License-Identifier: Apache-2.0

import AnchorAPI
package import Anchors
package import ArgumentParser
package import Codec
package import Handoff
package import Journal
import LedgerAPI
package import Stellar
import StellarXDR
package import Terminal
import Workspace

extension AnchorSession {
    /// The session that the options describe.
    ///
    /// - Parameters:
    ///   - account: the client: `G…`, `M…`, a contact's name or a federation name.
    ///   - memo: the number of a user of a shared `G…` account.
    package init(
        homeDomain: String, account: String?, memo: String?, network: Network, horizon: HorizonOptions,
        rpc: RPCOptions, home: HomeOptions, clock: NowOption
    ) throws(Failure) {
        let settings = try AnchorSettings(horizon, rpc, home, clock)
        let client = try account.map { text throws(Failure) in
            try Self.client(text, memo: memo, horizon: horizon, rpc: rpc, home: home)
        }
        try self.init(homeDomain: homeDomain, client: client, network: network, settings: settings)
    }

    /// The session for a transfer that was begun on this machine.
    ///
    /// - Parameters:
    ///   - account: the account that the user gave, which must match the journal's.
    ///   - network: the network that the user gave, which must match the journal's.
    package init(
        of transfer: RecordedTransfer, account: String? = nil, network: NetworkSelection? = nil,
        horizon: HorizonOptions, rpc: RPCOptions, home: HomeOptions, clock: NowOption
    ) throws(Failure) {
        let network = try network?.resolve(documented: transfer.network)
        try self.init(of: transfer, network: network, settings: try AnchorSettings(horizon, rpc, home, clock))
        guard let account else { return }
        try check(try Self.client(account, memo: nil, horizon: horizon, rpc: rpc, home: home), isClientOf: transfer)
    }

    /// The session with the anchor of a transfer, and the transfer's id there. Without a domain, both come from the
    /// journal.
    ///
    /// - Parameter transfer: the transfer's number on this machine, or the anchor's id.
    package static func ofTransfer(
        _ transfer: String, homeDomain: String?, account: String?, memo: String?, network: NetworkSelection,
        horizon: HorizonOptions, rpc: RPCOptions, home: HomeOptions, clock: NowOption
    ) throws(Failure) -> (session: AnchorSession, id: String) {
        if let homeDomain {
            let session = try AnchorSession(
                homeDomain: homeDomain, account: account, memo: memo, network: try network.required(),
                horizon: horizon, rpc: rpc, home: home, clock: clock)
            return (session, transfer)
        }
        let record = try LocalTransfer.find(transfer, in: try home.online())
        let session = try AnchorSession(
            of: record, account: account, network: network, horizon: horizon, rpc: rpc, home: home, clock: clock)
        return (session, try record.requiredID())
    }

    /// The client that logs in or is logged in.
    private static func client(
        _ account: String, memo: String?, horizon: HorizonOptions, rpc: RPCOptions, home: HomeOptions
    ) throws(Failure) -> WebAuthClient {
        try WebAuthClient(
            named: try FieldID.account.value(of: account, as: ClientAccount.self).account,
            memo: try FieldID.memoID.optionalValue(of: memo), in: OnlineContext(home: home, horizon: horizon, rpc: rpc))
    }
}

extension AnchorSettings {
    package init(
        _ horizon: HorizonOptions, _ rpc: RPCOptions, _ home: HomeOptions, _ clock: NowOption
    ) throws(Failure) {
        CommandStyle.current = CommandStyle(repeating: CarriedOptions(horizon, rpc, home).text)
        try self.init(OnlineContext(home: home, horizon: horizon, rpc: rpc), clock: try clock.running())
    }
}

extension CarriedOptions {
    /// The options as they were typed.
    package init(_ horizon: HorizonOptions, _ rpc: RPCOptions, _ home: HomeOptions) {
        self.init(
            profile: Settings.optionalProfile, horizonURLs: horizon.horizonUrls, rpcURLs: rpc.rpcUrls,
            caFile: horizon.caFile, proxy: horizon.proxy, home: home.home)
    }
}

/// The options of this run that a printed command must repeat, besides the command's own.
package struct CarriedOptions: Sendable {
    /// Each with a leading space, quoted for a shell.
    package let text: String

    /// Every value is as it was typed; nil for an option that was not given.
    package init(
        profile: String? = nil, horizonURLs: [String] = [], rpcURLs: [String] = [], caFile: String? = nil,
        proxy: String? = nil, home: String? = nil
    ) {
        var words: [String] = []
        if let profile { words += ["--config-profile", ShellWord.quoted(profile)] }
        for url in horizonURLs { words += ["--horizon-url", ShellWord.quoted(url)] }
        for url in rpcURLs { words += ["--rpc-url", ShellWord.quoted(url)] }
        if let caFile { words += ["--ca-file", ShellWord.quoted(caFile)] }
        // A proxy with a password is not printed; the user must give it again.
        if let proxy, !proxy.contains("@") { words += ["--proxy", ShellWord.quoted(proxy)] }
        if let home { words += ["--home", ShellWord.quoted(home)] }
        text = words.map { " " + $0 }.joined()
    }
}

/// `OnlineNetworkOptions` for `anchor` commands, in which `--profile` has another meaning.
package struct AnchorNetworkOptions: ParsableArguments, ConfiguredNetwork {
    @OptionGroup package var options: NetworkOptions
    @OptionGroup package var profile: ConfigProfileOption

    package init() {}
}

/// `ProfileOption` for the commands in which `--profile` stands for the user's own data (SEP-9).
package struct ConfigProfileOption: ParsableArguments {
    @Option(
        help: "The profile of the configuration file (or $COLDSTAR_PROFILE).", completion: Completion.profiles)
    package var configProfile: String?

    package init() {}

    /// Called by the parser, as that of `ProfileOption`.
    package func validate() { Settings.choose(profile: configProfile) }
}

extension Settings {
    /// The home domain of an anchor.
    ///
    /// - Throws: `.usage` if nothing names one, or the configuration names one of another network.
    package static func homeDomain(_ given: String?, on options: some ConfiguredNetwork) throws(Failure) -> String {
        if let given { return given }
        let missing = "--home-domain is missing"
        guard let setting = try value(of: .homeDomain) else {
            throw Failure(
                .usage, Wording(missing),
                hint:
                    "give the anchor's domain: --home-domain example.com, or coldstar-build config set home-domain example.com"
            )
        }
        if let network = try options.given(), let other = try configuredNetwork(), other != network {
            throw Failure(
                .usage, Wording(missing),
                hint: "the configuration's home-domain is for \(other.label), and this is for \(network.label)")
        }
        return setting.text
    }
}

extension TransferProtocol: ExpressibleByArgument {}

extension TransferKind: ExpressibleByArgument {
    /// Parses the kind on the command line: the protocols use both `withdraw` and `withdrawal`.
    package init?(argument: String) {
        switch argument {
        case "deposit": self = .deposit
        case "withdraw", "withdrawal": self = .withdrawal
        default: return nil
        }
    }
}
