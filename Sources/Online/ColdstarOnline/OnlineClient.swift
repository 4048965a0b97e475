// SPDX-License-Identifier: Apache-2.0

import AddressBook
import Building
public import ColdstarStellar
import Faults
import Handoff
package import Horizon
import Platform
import Preflight
package import RPC
import Stellar
import StellarXDR

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
            _ = try NetworkSelection(network.value).required()
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
