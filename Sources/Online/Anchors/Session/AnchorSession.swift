// SPDX-License-Identifier: Apache-2.0

package import AnchorAPI
package import Codec
package import HTTP
package import Journal
package import Stellar
import StellarXDR

/// A session with one anchor: the domain's stellar.toml, fetched once, and the client.
package struct AnchorSession: Sendable {
    package let toml: StellarToml
    package let network: Network
    /// Nil when no account was given.
    package let client: WebAuthClient?
    package let settings: AnchorSettings
    private let tokens: TokenStore

    /// Fetches the domain's stellar.toml.
    ///
    /// - Parameter client: the account that is logged in; nil for requests that need no login.
    /// - Throws: `.badInput` for a text that is not a domain, or one whose stellar.toml is for another network.
    package init(
        homeDomain: String, client: WebAuthClient?, network: Network, settings: AnchorSettings
    ) throws(Failure) {
        self.settings = settings
        self.network = network
        self.client = client
        tokens = TokenStore(folder: settings.folder)
        let domain: HomeDomain
        do throws(AnchorError) {
            domain = try HomeDomain(homeDomain, allowsLoopback: settings.allowsLoopback)
        } catch {
            throw Failure(error, .homeDomain)
        }
        do throws(AnchorError) { toml = try StellarToml.fetch(domain, by: settings.transport) } catch {
            throw Failure(error)
        }
        if let passphrase = toml.text("NETWORK_PASSPHRASE"), passphrase != network.passphrase {
            throw Failure(
                .badInput,
                "\(toml.domain.text) is on another network than \(network.label): "
                    + "\(Network(passphrase: passphrase).label)")
        }
    }

    /// A session for a transfer that was begun on this machine, with the anchor and the client of its record.
    ///
    /// - Parameter network: the record's network, unless the user gave another name for it.
    package init(
        of transfer: RecordedTransfer, network: Network? = nil, settings: AnchorSettings
    ) throws(Failure) {
        try self.init(
            homeDomain: transfer.homeDomain, client: try WebAuthClient(of: transfer),
            network: network ?? transfer.network, settings: settings)
    }

    package var domain: HomeDomain { toml.domain }
    package var transport: any HTTPTransport { settings.transport }
    /// The current time, which advances while waiting for the user.
    package var now: Timestamp { settings.clock() }

    /// The client, for requests that require one.
    package func someone() throws(Failure) -> WebAuthClient {
        guard let client else { throw Failure(.usage, "\(field: .account) is missing: it says who is logged in") }
        return client
    }

    /// The token of an earlier login.
    ///
    /// - Throws: `.refused` when there is none that is still valid.
    package func token() throws(Failure) -> AccessToken {
        let client = try someone()
        do throws(Failure) { return try tokens.token(of: client, at: domain, on: network, now: now) } catch {
            throw error.kind == .refused ? Failure(error.kind, error.reason, hint: "log in: \(step: login)") : error
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

    /// The server of the requested protocol, or else one for each protocol that the anchor offers.
    package func servers(_ wanted: TransferProtocol?) throws(TransferError) -> [TransferServer] {
        try TransferError.catching { if let wanted { [try transfers(wanted)] } else { try allTransfers() } }
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

    /// What each server answers. One that fails does not take the answers of another away.
    ///
    /// - Parameter wanted: nil for all that the anchor has.
    /// - Throws: the first error if no server answers.
    func asked<Answer>(
        _ wanted: TransferProtocol?, _ ask: (TransferServer) throws -> Answer
    ) throws(TransferError) -> AnchorAnswers<Answer> {
        let servers = try servers(wanted)
        var answers = AnchorAnswers<Answer>()
        for server in servers {
            do throws(TransferError) {
                answers.answers.append((server, try TransferError.catching { try ask(server) }))
            } catch { answers.failures.append((server.protocol, error)) }
        }
        if answers.answers.isEmpty, let (_, error) = answers.failures.first { throw error }
        return answers
    }

    /// Checks that an anchor's page may be opened in a browser.
    ///
    /// - Throws: `.protocolBroken` for a page without TLS, which may be of this machine, unless the anchor is of this
    ///   machine too.
    package func checkOpening(_ page: HTTPURL) throws(Failure) {
        guard page.scheme == .https || domain.origin.isLoopback else {
            throw Failure(.protocolBroken, "\(domain.text) names a page on this machine, which is not opened")
        }
    }

    /// Checks that the account that the user named is the record's.
    ///
    /// - Throws: `.badInput` when it is another.
    package func check(_ named: WebAuthClient, isClientOf transfer: RecordedTransfer) throws(Failure) {
        guard named.account == client?.account else {
            throw Failure(
                .badInput, .account, "transfer \(transfer.number) is of \(transfer.account.address)")
        }
    }
}

/// The answers of an anchor's transfer servers to one question, and the errors of those that failed.
package struct AnchorAnswers<Answer> {
    package fileprivate(set) var answers: [(server: TransferServer, answer: Answer)] = []
    package fileprivate(set) var failures: [(protocol: TransferProtocol, error: TransferError)] = []

    /// The failures, a line each; escaped.
    package var remarks: [String] { failures.map { "\($0.protocol.title) is left out: \($0.error.message)" } }

    /// The failures for a JSON document, by protocol; nil if there are none.
    var failed: JSON? {
        failures.isEmpty
            ? nil : .object(JSONObject(failures.map { ($0.protocol.rawValue, .string($0.error.message)) }))
    }
}

/// What continues what a session began.
extension AnchorSession {
    /// This anchor, user and network, for what can be done next.
    package var reference: NextStep.AnchorReference {
        NextStep.AnchorReference(
            homeDomain: domain.text, isLoopback: domain.origin.isLoopback, account: client?.account.address,
            memoID: client?.memo, network: (network.name, network.passphrase))
    }

    /// Resumes a recorded transfer.
    package func resuming(_ number: Int64) -> NextStep {
        .anchor(.resume(number: number, isLoopback: domain.origin.isLoopback))
    }

    /// Follows a transfer, by its number if this machine began it.
    package func watching(_ id: String, _ record: RecordedTransfer?) -> NextStep {
        .anchor(.watch(reference, record.map { .number($0.number) } ?? .id(id)))
    }

    /// Builds the payment of a withdrawal.
    package func paying(_ id: String, _ record: RecordedTransfer?) -> NextStep {
        .anchor(.payWithdrawal(reference, record.map { .number($0.number) } ?? .id(id)))
    }

    /// What the user does about a transfer with Coldstar; nil for nothing, and for what is done on the anchor's page.
    ///
    /// - Parameter record: nil if this machine did not begin it.
    func next(for transfer: Transfer, _ record: RecordedTransfer?) -> NextStep? {
        switch transfer.status {
        case .pendingUserTransferStart where (record?.kind ?? transfer.knownKind) == .withdrawal:
            paying(transfer.id, record)
        case .pendingTrust:
            .build(
                .addTrustline(
                    account: (record?.account ?? client?.account)?.account.address,
                    // A code alone says nothing about the issuer.
                    asset: record.flatMap { $0.asset.contains(":") ? $0.asset : nil }))
        case .pendingCustomerInfoUpdate: .anchor(.showCustomer)
        default: nil
        }
    }

    /// Logs in.
    var login: NextStep { .anchor(.logIn(reference)) }
}
