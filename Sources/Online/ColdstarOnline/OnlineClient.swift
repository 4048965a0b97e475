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

/// The online side for one network: builds requests for the signer, submits what was signed, and records both in the
/// journal of a folder.
///
/// The journal is the one of `coldstar-build` and `coldstar-submit`, and the same rules apply: a request is recorded
/// before it leaves, an attempt before its first byte is sent, and an outcome only when the ledger proves it. Work
/// started here can be finished with those programs, and the other way round; several processes may share a folder.
///
/// A client holds no secret and no connection. Each call has a blocking variant, for programs with their own threads,
/// and an async one, which is cancelled with its task.
public struct OnlineClient: Sendable {
    /// The network of all requests and servers.
    public let network: ColdstarStellar.Network
    let context: OnlineContext
    private let clock: any OnlineClock
    /// The cancellation of the async call that uses this client; nil for a blocking call.
    private let cancellation: Cancellation?

    /// A client that has not contacted any server yet.
    ///
    /// - Parameters:
    ///   - folder: the folder of the journal and of login tokens, created when it is needed, readable by its owner
    ///     only. Programs use `online` in `$COLDSTAR_HOME`.
    ///   - network: every server has to belong to it, and every transaction has to be for it.
    ///   - servers: the network's servers, and how to connect.
    /// - Throws: ``/ColdstarStellar/ColdstarError/Kind/misuse`` for a URL or proxy that cannot be used, and for a
    ///   network without a usual server when `servers` names none.
    public init(
        folder: String, network: ColdstarStellar.Network, servers: ServerSettings = ServerSettings()
    ) throws(ColdstarError) {
        let horizon: HorizonServers
        do throws(Failure) {
            horizon = try HorizonServers(
                urls: servers.horizonURLs, caFile: servers.caFile, proxy: servers.proxy,
                allowsLoopback: servers.allowsLoopback)
        } catch { throw ColdstarError(error) }
        try self.init(
            folder: folder, network: network, servers: horizon, rpcURLs: servers.rpcURLs, clock: SystemClock())
    }

    /// A client whose requests go through a transport of the caller, for tests without a network.
    ///
    /// - Parameters:
    ///   - folder: as for ``init(folder:network:servers:)``.
    ///   - network: as for ``init(folder:network:servers:)``.
    ///   - servers: the network's servers. Certificates and proxy are the transport's.
    ///   - transport: gets every request.
    ///   - clock: the time of the journal's records, of validity and of waiting.
    /// - Throws: as ``init(folder:network:servers:)``.
    public init(
        folder: String, network: ColdstarStellar.Network, servers: ServerSettings, transport: any OnlineTransport,
        clock: any OnlineClock = SystemClock()
    ) throws(ColdstarError) {
        let transport = CallerTransport(transport: transport)
        let horizon = HorizonServers(urls: servers.horizonURLs, allowsLoopback: servers.allowsLoopback) {
            () throws(Failure) in
            transport
        }
        try self.init(folder: folder, network: network, servers: horizon, rpcURLs: servers.rpcURLs, clock: clock)
    }

    package init(
        folder: String, network: ColdstarStellar.Network, servers: HorizonServers, rpcURLs: [String] = [],
        clock: any OnlineClock
    ) throws(ColdstarError) {
        let rpc = RPCServers(urls: rpcURLs) { () throws(Failure) in try servers.transport() }
        do throws(Failure) {
            _ = try NetworkSelection(checking: network.value)
            _ = try servers.client(for: network.value)
            _ = try rpc.given(for: network.value)
        } catch { throw ColdstarError(error) }
        context = OnlineContext(folder: folder, servers: servers, rpcServers: rpc) { clock.now }
        (self.network, self.clock, cancellation) = (network, clock, nil)
    }

    /// A client for one asynchronous call, which begins no request once the call was cancelled.
    init(_ client: OnlineClient, cancelledBy cancellation: Cancellation) {
        let (context, clock) = (client.context, client.clock)
        self.context = OnlineContext(
            folder: context.folder,
            servers: context.servers?.map { servers in
                servers.passing {
                    CancellableTransport(transport: $0, cancellation: cancellation)
                } _: {
                    CancellableMultiplexer($0, cancellation)
                }
            },
            rpcServers: context.rpcServers?.map { servers in
                servers.passing { CancellableTransport(transport: $0, cancellation: cancellation) }
            }, clock: context.clock)
        (network, self.clock, self.cancellation) = (client.network, clock, cancellation)
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
            if !view.listsTrustlines {
                try view.expect(try context.knownEntries(of: account.value.account, on: network.value))
            }
            guard let record = try view.account(account.value.account) else { return nil }
            return AccountState(
                record, baseReserve: try view.ledger().baseReserve, listsTrustlines: view.listsTrustlines)
        } catch { throw ColdstarError(error) }
    }

    /// Creates an account on a test network, and funds it through the network's friendbot.
    ///
    /// - Returns: the hash of friendbot's transaction, if it says so.
    /// - Throws: ``/ColdstarStellar/ColdstarError/Kind/invalidInput`` for a network without a friendbot, such as the
    ///   public one, and ``/ColdstarStellar/ColdstarError/Kind/rejectedByNetwork`` if friendbot refuses: it funds an
    ///   account only once.
    @discardableResult public func fund(_ account: Account) throws(ColdstarError) -> ColdstarStellar.TransactionHash? {
        do throws(Failure) {
            let hash = try Friendbot.fund(account.value.account, on: network.value, in: context)
            return hash.map { ColdstarStellar.TransactionHash($0) }
        } catch { throw ColdstarError(error) }
    }

    // MARK: for the other files

    /// Whether the asynchronous call that the client is used for was cancelled.
    var isCancelled: Bool { cancellation?.isCancelled ?? false }

    /// The servers to submit to, for a call that waits this long for each outcome.
    func submission(waiting time: Swift.Duration) throws(Failure) -> SubmissionServers {
        guard let seconds = UInt32(exactly: time.components.seconds) else {
            throw Failure(.usage, "the time to wait is out of range: 0 to \(UInt32.max) seconds")
        }
        let cancellation = cancellation
        return SubmissionServers(
            context, Submitter.Settings(wait: UInt64(seconds)),
            clock: EngineClock(clock: clock, cancellation: cancellation),
            isCancelled: { cancellation?.isCancelled ?? false })
    }

    var now: Timestamp { Timestamp(UInt64(max(0, context.clock()))) }

    /// The ledger, once every server was found to belong to the network.
    func ledger() throws(Failure) -> AnyLedger {
        var notices: [Notice] = []
        return try context.ledger(of: network.value, noting: &notices)
    }

    /// Checks the network of the text that a transaction was parsed from.
    func check(_ transaction: ColdstarStellar.Transaction) throws(Failure) {
        if let documented = transaction.documentedNetwork { try check(documented) }
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
