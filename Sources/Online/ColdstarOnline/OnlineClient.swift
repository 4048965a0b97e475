// SPDX-License-Identifier: Apache-2.0

import AnchorAPI
import Anchors
import Building
import Codec
public import ColdstarStellar
import Handoff
import Journal
package import LedgerAPI
import Stellar
import StellarXDR
import Submitting
import Workspace

/// The online side for one network: builds requests for the signer, submits what was signed, and records both in the journal of a folder.
///
/// The journal is the one of `coldstar-build` and `coldstar-submit`, and the same rules apply: a request is recorded before it leaves, an
/// attempt before its first byte is sent, and an outcome only when the ledger proves it. Work started here can be finished with those
/// programs, and the other way round; several processes may share a folder.
///
/// A client holds no secret and no connection. Its calls block until they are done: make them off the main thread.
public struct OnlineClient: Sendable {
    public let network: ColdstarStellar.Network
    let context: OnlineContext

    /// A client that has not contacted any server yet.
    ///
    /// - Parameters:
    ///   - folder: the folder of the journal and of login tokens, created when it is needed, readable by its owner only. Programs use
    ///     `online` in `$COLDSTAR_HOME`.
    ///   - network: every server has to belong to it, and every transaction has to be for it.
    ///   - servers: the network's servers, and how to connect.
    /// - Throws: ``/ColdstarStellar/ColdstarError/Kind/misuse`` for a URL or proxy that cannot be used, and for a network without a usual
    ///   server when `servers` names none.
    public init(
        folder: String, network: ColdstarStellar.Network, servers: ServerSettings = ServerSettings()
    ) throws(ColdstarError) {
        let horizon: HorizonServers
        let rpc: RPCServers
        do throws(Failure) {
            horizon = try HorizonServers(
                urls: servers.horizonURLs, caFile: servers.caFile, proxy: servers.proxy,
                allowsLoopback: servers.allowsLoopback)
            let connection = horizon
            rpc = RPCServers(urls: servers.rpcURLs) { () throws(Failure) in try connection.transport() }
        } catch { throw ColdstarError(error) }
        try self.init(folder: folder, network: network, servers: horizon, rpcServers: rpc) { Int64(time(nil)) }
    }

    /// - Parameter clock: the present, in seconds since 1970.
    package init(
        folder: String, network: ColdstarStellar.Network, servers: HorizonServers, rpcServers: RPCServers? = nil,
        clock: @escaping @Sendable () -> Int64
    ) throws(ColdstarError) {
        do throws(Failure) {
            _ = try NetworkSelection(checking: network.value)
            _ = try servers.client(for: network.value)
            _ = try rpcServers?.given(for: network.value)
        } catch { throw ColdstarError(error) }
        context = OnlineContext(folder: folder, servers: servers, rpcServers: rpcServers, clock: clock)
        self.network = network
    }

    /// The account as the servers show it now.
    ///
    /// - Parameter account: for an `M…` address, the account on the ledger behind it.
    /// - Returns: nil if it does not exist on the network.
    /// - Throws: ``/ColdstarStellar/ColdstarError/Kind/unreachable`` if no server answers, and
    ///   ``/ColdstarStellar/ColdstarError/Kind/invalidInput`` if one belongs to another network.
    public func account(_ account: Account) throws(ColdstarError) -> AccountState? {
        do throws(Failure) {
            var view = try ledger()
            guard let record = try view.account(account.value.account) else { return nil }
            return AccountState(record, baseReserve: try view.ledger().baseReserve)
        } catch { throw ColdstarError(error) }
    }

    /// Creates an account on a test network, and funds it through the network's friendbot.
    ///
    /// - Returns: the hash of friendbot's transaction, if it says so.
    /// - Throws: ``/ColdstarStellar/ColdstarError/Kind/invalidInput`` for a network without a friendbot, such as the public one, and
    ///   ``/ColdstarStellar/ColdstarError/Kind/rejectedByNetwork`` if friendbot refuses: it funds an account only once.
    @discardableResult public func fund(_ account: Account) throws(ColdstarError) -> ColdstarStellar.TransactionHash? {
        do throws(Failure) {
            let hash = try Friendbot.fund(account.value.account, on: network.value, by: context.horizon)
            return hash.map { ColdstarStellar.TransactionHash($0) }
        } catch { throw ColdstarError(error) }
    }

    // MARK: for the other files

    var now: Timestamp { Timestamp(UInt64(max(0, context.clock()))) }

    /// The ledger, once every server was found to belong to the network.
    func ledger() throws(Failure) -> LedgerView {
        try LedgerView(try context.horizon().client(for: network.value), network: network.value)
    }

    /// Checks the network that a document names.
    func check(_ documented: Stellar.Network) throws(Failure) {
        guard documented == network.value else {
            throw Failure(
                .badInput, "this is for the network \(documented.label), but the client is for \(network.value.label)")
        }
    }

    /// The network for input that does not name one. Whether a document agrees is checked by `check`.
    var choice: NetworkSelection { NetworkSelection(usual: network.value) }
}

extension OnlineClient {
    /// Builds a transaction, checks it against the ledger, and records the request to sign it.
    ///
    /// - Parameters:
    ///   - operations: 1 to 100, applied in this order, all or none.
    ///   - source: the account that acts and pays the fee.
    ///   - terms: memo, validity, fee and sequence number.
    /// - Returns: the request; its ``SigningRequest/notices`` may have warnings.
    /// - Throws: ``/ColdstarStellar/ColdstarError/Kind/invalidInput`` for a transaction that the network would reject now, with every
    ///   reason; ``/ColdstarStellar/ColdstarError/Kind/unreachable`` if no server answers. Nothing is recorded when this throws.
    public func request(
        _ operations: [TransactionOperation], from source: Account, _ terms: TransactionTerms = TransactionTerms()
    ) throws(ColdstarError) -> SigningRequest {
        do throws(Failure) {
            var wanted = DraftRequest(context: context, network: NetworkSelection(network.value), now: now)
            wanted.source = .address(source.value)
            try wanted.take(terms)
            return try record(BuildJob(wanted, .operations(operations.map(\.value))))
        } catch { throw ColdstarError(error) }
    }

    /// Records the request to sign a transaction that was built elsewhere, exactly as it is.
    ///
    /// Uses no server, allocates no sequence number, and checks only whether the transaction is well formed.
    /// - Parameters:
    ///   - transaction: for the client's network.
    ///   - note: for the person who signs, at most 1000 bytes.
    public func request(
        _ transaction: ColdstarStellar.Transaction, note: String? = nil
    ) throws(ColdstarError) -> SigningRequest {
        do throws(Failure) {
            return try record(
                ComposeJob(transaction.value, on: network.value, note: note, created: now, in: context))
        } catch { throw ColdstarError(error) }
    }

    private func record(_ job: some RequestJob) throws(Failure) -> SigningRequest {
        var notices: [Notice] = []
        let built = try job.record { notices.append($0) }
        return try SigningRequest(built, notices: notices)
    }
}

extension OnlineClient {
    /// Fetches a login challenge from an anchor, checks it, and records the request to sign it. A challenge is valid for about 15 minutes.
    ///
    /// - Parameters:
    ///   - homeDomain: the anchor's domain, such as `example.com`.
    ///   - account: who logs in.
    ///   - memo: the id of a user of a shared account; not with an `M…` address.
    ///   - clientDomain: the domain of a wallet, whose key signs too; nil for none.
    /// - Throws: ``/ColdstarStellar/ColdstarError/Kind/protocolViolation`` for a challenge that must not be signed.
    /// - Source: SEP-10 §Challenge.
    public func loginRequest(
        at homeDomain: String, as account: Account, memo: UInt64? = nil, clientDomain: String? = nil
    ) throws(ColdstarError) -> SigningRequest {
        do throws(Failure) {
            let session = try session(homeDomain)
            let client = WebAuthClient(account.value, memo: memo)
            return try record(session.challengeJob(for: client, clientDomain: clientDomain, in: context))
        } catch { throw ColdstarError(error) }
    }

    /// Exchanges a signed challenge for the anchor's token, and keeps it in the folder, readable by its owner only.
    ///
    /// The challenge is sent only to the server that the home domain names now, and only if that server's key made it.
    /// - Parameter signed: the signed challenge, or the response to a request of this journal.
    /// - Throws: ``/ColdstarStellar/ColdstarError/Kind/invalidInput`` for what is not a signed challenge, or has expired;
    ///   ``/ColdstarStellar/ColdstarError/Kind/rejectedByNetwork`` if the anchor does not accept the signatures; and
    ///   ``/ColdstarStellar/ColdstarError/Kind/protocolViolation`` for an answer that is not a token for this login.
    /// - Source: SEP-10 §Token.
    public func login(_ signed: String) throws(ColdstarError) -> Login {
        do throws(Failure) {
            let source = try TransactionInput(Array(signed.utf8), origin: "the signed challenge")
            let journal = try context.journal()
            let input = try SignedInput(source, request: nil, journal: journal, takesChallenges: true)
            try check(try choice.resolve(documented: input.network))
            let challenge = try SignedChallenge(input.envelope, origin: input.origin, on: network.value, at: now)
            return Login(try challenge.logIn(in: context, noting: journal))
        } catch { throw ColdstarError(error) }
    }

    private func session(_ homeDomain: String) throws(Failure) -> AnchorSession {
        let context = context
        let settings = try AnchorSettings(context) { Timestamp(UInt64(max(0, context.clock()))) }
        return try AnchorSession(homeDomain: homeDomain, client: nil, network: network.value, settings: settings)
    }
}
