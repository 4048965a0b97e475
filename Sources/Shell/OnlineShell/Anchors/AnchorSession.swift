// SPDX-License-Identifier: Apache-2.0

import AddressBook
package import Anchor
package import CurlHTTP
package import Faults
import Handoff
package import Journal
package import Shell
package import Stellar
import StellarXDR
import TextCodec

/// One run's session with one anchor: the domain's stellar.toml and the client.
package struct AnchorSession {
    package let toml: StellarToml
    package let transport: CurlTransport
    package let network: Network
    /// Nil when no account was given.
    package let client: WebAuthClient?
    /// The options that a printed command must repeat, besides anchor, user and network.
    package let carried: CarriedOptions
    private let tokens: TokenStore
    private let clock: @Sendable () -> Timestamp

    /// - Parameters:
    ///   - account: the client: `G…`, `M…`, a contact's name or a federation name.
    ///   - memo: the number of a user of a shared `G…` account.
    package init(
        homeDomain: String, account: String?, memo: String?, network: Network, horizon: HorizonOptions,
        home: HomeOptions, clock: NowOption
    ) throws(Failure) {
        self.clock = try clock.running()
        transport = try horizon.transport()
        self.network = network
        tokens = try TokenStore(home)
        client = try account.map { text throws(Failure) in
            try Self.client(text, memo: memo, horizon: horizon, home: home)
        }
        let domain: HomeDomain
        do throws(AnchorError) { domain = try HomeDomain(homeDomain, allowsLoopback: horizon.httpLoopback) } catch {
            throw Failure(error, "--home-domain")
        }
        carried = CarriedOptions(horizon, home, loopback: domain.origin.isLoopback)
        do throws(AnchorError) { toml = try StellarToml.fetch(domain, by: transport) } catch { throw Failure(error) }
        if let passphrase = toml.text("NETWORK_PASSPHRASE"), passphrase != network.passphrase {
            throw Failure(
                .badInput,
                "\(toml.domain.text) is on another network than \(network.label): "
                    + Network(passphrase: passphrase).label)
        }
    }

    /// The client that logs in or is logged in.
    package static func client(
        _ account: String, memo: String?, clientDomain: HomeDomain? = nil, horizon: HorizonOptions, home: HomeOptions
    ) throws(Failure) -> WebAuthClient {
        if case .contract? = try? StrKey(account) {
            throw Failure(
                .badInput, "contract accounts log in by SEP-45, which is not supported",
                hint: "log in as an account, G... or M...")
        }
        var finder = AccountFinder(home: home, horizon: horizon)
        let found = try finder.find(account, "--account")
        let memo = try memo.map { text throws(Failure) in try Arguments.number(text, "--memo-id", as: UInt64.self) }
        guard memo == nil || found.account.id == nil else {
            throw Failure(.usage, "--memo-id does not go with an M address, which has its id")
        }
        return WebAuthClient(found.account, memo: memo, clientDomain: clientDomain)
    }

    package var domain: HomeDomain { toml.domain }

    /// Creates a session for a transfer that was begun on this machine.
    ///
    /// - Parameters:
    ///   - account: the account that the user gave, which must match the journal's.
    ///   - network: the network that the user gave, which must match the journal's.
    package init(
        of transfer: RecordedTransfer, account: String? = nil, network: NetworkOptions? = nil,
        horizon: HorizonOptions, home: HomeOptions, clock: NowOption
    ) throws(Failure) {
        let recorded = Network(passphrase: transfer.networkPassphrase)
        try self.init(
            homeDomain: transfer.homeDomain, account: transfer.account, memo: transfer.memo,
            network: try network?.resolve(documented: recorded) ?? recorded, horizon: horizon, home: home, clock: clock)
        guard let account else { return }
        let named = try Self.client(account, memo: nil, horizon: horizon, home: home)
        guard named.account == client?.account else {
            throw Failure(
                .badInput, "--account: transfer \(transfer.number) is of \(TerminalText.escape(transfer.account))")
        }
    }

    /// The current time, which advances while waiting for the user.
    package var now: Timestamp { clock() }

    /// The options by which further commands refer to this anchor, user and network.
    package var arguments: String { Self.arguments(domain, client, network) + carriedBesidesLoopback }

    /// The carried options without `--http-loopback`, which comes before the network.
    private var carriedBesidesLoopback: String {
        domain.origin.isLoopback ? String(carried.text.dropFirst(" --http-loopback".count)) : carried.text
    }

    /// The command that follows a transfer, by its number if this machine began it.
    package func watching(_ id: String, _ record: RecordedTransfer?) -> String {
        let command = "coldstar-submit anchor watch"
        if let record { return "\(command) \(record.number)\(carried.text)" }
        return id.hasPrefix("-")
            ? "\(command) \(arguments) -- \(ShellWord.quoted(id))" : "\(command) \(ShellWord.quoted(id)) \(arguments)"
    }

    /// The command that builds the payment of a withdrawal.
    package func paying(_ id: String, _ record: RecordedTransfer?) -> String {
        let command = "coldstar-build withdrawal"
        if let record { return "\(command) \(record.number)\(carried.text)" }
        return "\(command) \(arguments) --id" + (id.hasPrefix("-") ? "=" : " ") + ShellWord.quoted(id)
    }

    private static func arguments(_ domain: HomeDomain, _ client: WebAuthClient?, _ network: Network) -> String {
        var words = ["--home-domain \(domain.text)"]
        if let client {
            words.append("--account \(client.account.address)")
            if let memo = client.memo { words.append("--memo-id \(memo)") }
        }
        if domain.origin.isLoopback { words.append("--http-loopback") }
        return (words + [option(network)]).joined(separator: " ")
    }

    private static func option(_ network: Network) -> String {
        network.name.map { "-n \($0)" } ?? "--network-passphrase \(ShellWord.quoted(network.passphrase))"
    }

    /// The commands for logging in, ready to copy.
    var login: String {
        "log in: coldstar-build challenge \(arguments), sign it, and coldstar-submit auth\(carried.text) "
            + Self.option(network)
    }

    /// The client, for requests that require one.
    package func someone() throws(Failure) -> WebAuthClient {
        guard let client else { throw Failure(.usage, "give --account: this is asked for somebody") }
        return client
    }

    /// The token of an earlier login.
    ///
    /// - Throws: `.refused` when there is none that is still valid.
    package func token() throws(Failure) -> AccessToken {
        let client = try someone()
        do throws(Failure) { return try tokens.token(of: client, at: domain, on: network, now: now) } catch {
            throw error.kind == .refused ? Failure(error.kind, error.message, hint: login) : error
        }
    }

    /// The token of an earlier login, for requests that work without one; nil if there is none.
    package func tokenIfAny() -> AccessToken? { try? token() }

    /// The anchor's transfer server for the requested protocol, or else for the first that it offers.
    package func transfers(_ wanted: TransferProtocol?) throws(Failure) -> TransferServer {
        do throws(AnchorError) {
            if let wanted { return try TransferServer(toml, wanted, by: transport) }
            return try allTransfers()[0]
        } catch {
            throw Failure(error)
        }
    }

    /// A transfer server for each protocol that the anchor offers, at least one.
    package func allTransfers() throws(AnchorError) -> [TransferServer] {
        var servers: [TransferServer] = []
        for candidate in TransferProtocol.allCases {
            do throws(AnchorError) { servers.append(try TransferServer(toml, candidate, by: transport)) } catch {
                guard case .noService = error else { throw error }
            }
        }
        guard !servers.isEmpty else {
            throw .noService(
                domain: domain.text, what: "transfers", field: "TRANSFER_SERVER and no TRANSFER_SERVER_SEP0024")
        }
        return servers
    }
}
