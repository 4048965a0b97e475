// SPDX-License-Identifier: Apache-2.0

package import AnchorAPI
package import Codec
package import Journal
package import LedgerAPI
package import Stellar
package import StellarXDR

/// The state and the servers of the online side: the folder of the journal, the Horizon and Stellar RPC servers, and the clock.
///
/// An invalid setting is a value here, because it must not stop a job that does not use it: each call throws it where it is needed.
package struct OnlineContext: Sendable {
    /// The folder of the online state.
    package let folder: Result<String, Failure>
    /// Nil when no network may be used.
    package let servers: Result<HorizonServers, Failure>?
    /// Nil when no network may be used, or the job does not use Stellar RPC.
    package let rpcServers: Result<RPCServers, Failure>?
    /// The present in seconds since 1970, which the journal's records get.
    package let clock: @Sendable () -> Int64

    package init(
        folder: Result<String, Failure>, servers: Result<HorizonServers, Failure>?,
        rpcServers: Result<RPCServers, Failure>? = nil, clock: @escaping @Sendable () -> Int64
    ) {
        self.folder = folder
        self.servers = servers
        self.rpcServers = rpcServers
        self.clock = clock
    }

    /// - Parameter servers: nil when no network may be used.
    package init(
        folder: String, servers: HorizonServers?, rpcServers: RPCServers? = nil,
        clock: @escaping @Sendable () -> Int64
    ) {
        self.init(
            folder: .success(folder), servers: servers.map { .success($0) },
            rpcServers: rpcServers.map { .success($0) }, clock: clock)
    }

    package var isOffline: Bool { servers == nil }

    /// The context without the network.
    package var offline: OnlineContext { OnlineContext(folder: folder, servers: nil, clock: clock) }

    /// The context without Horizon, for a contract call whose sequence number is given: only its simulation uses the network.
    package var withoutHorizon: OnlineContext {
        OnlineContext(folder: folder, servers: nil, rpcServers: rpcServers, clock: clock)
    }

    /// The servers.
    ///
    /// - Throws: `.usage` when no network may be used.
    package func horizon() throws(Failure) -> HorizonServers {
        guard let servers else { throw Failure(.usage, "this needs the network, and cannot be used offline") }
        return try servers.get()
    }

    /// A client of the network's Stellar RPC servers, which asks each for its network before anything else; sends no request yet.
    ///
    /// - Throws: `.usage` when no network may be used, and when no server is given and none is known for the network.
    package func rpc(for network: Network) throws(Failure) -> RPCClient {
        guard let rpcServers else { throw Failure(.usage, "this needs the network, and cannot be used offline") }
        return try rpcServers.get().client(for: network)
    }

    /// The contracts that the signer's book pins.
    package func contractPins() throws(Failure) -> ContractPins { ContractPins(folder: try folder.get()) }

    package func journals() throws(Failure) -> JournalOpener { JournalOpener(folder: try folder.get(), clock: clock) }

    /// Opens or creates the journal.
    package func journal() throws(Failure) -> any OnlineJournal { try journals().open() }

    /// The existing journal, for reading; nil when there is none.
    package func existingJournal() throws(Failure) -> (any OnlineJournal)? { try journals().read() }

    /// The existing journal, for writing; nil when there is none.
    package func openExistingJournal() throws(Failure) -> (any OnlineJournal)? { try journals().openExisting() }

    /// All contacts, by name; empty when there is no journal, which is not created.
    package func contacts() throws(Failure) -> [Contact] {
        guard let journal = try existingJournal() else { return [] }
        return try Contacts(journal).all()
    }

    /// The name that a domain's federation server knows for an account.
    package func name(of account: AccountID, at homeDomain: String) throws(Failure) -> FederationName {
        let servers = try horizon()
        do {
            let domain = try HomeDomain(homeDomain, allowsLoopback: servers.allowsLoopback)
            return try Federation(transport: try servers.transport(), allowsLoopback: servers.allowsLoopback)
                .name(of: account, at: domain)
        } catch { throw Failure(any: error) }
    }

    package func federation() throws(Failure) -> Federation {
        let servers = try horizon()
        return Federation(transport: try servers.transport(), allowsLoopback: servers.allowsLoopback)
    }
}
