// SPDX-License-Identifier: Apache-2.0

package import Codec
package import HTTP
package import Stellar
import Synchronization

/// Which Stellar RPC servers to use, and how to connect to them.
package struct RPCServers: Sendable {
    /// Each server once, the preferred one first; empty for the network's usual one. A text that is not a URL stops
    /// only what needs a server.
    private let bases: Result<[HTTPURL], Failure>
    /// The network that the given servers belong to, if that is known; they are not used for another one.
    private let network: Network?
    private let transport: @Sendable () throws(Failure) -> any HTTPTransport
    /// The clients made so far, if they are shared.
    private let shared: Clients?

    private final class Clients: Sendable {
        let clients = Mutex<[Network: RPCClient]>([:])
    }

    /// - Parameters:
    ///   - urls: several are servers to fall back on; one given twice counts once.
    ///   - network: the only network that the URLs are used for; nil for any.
    ///   - transport: makes the transport for requests one after the other, to any server.
    package init(
        urls: [String], of network: Network? = nil,
        transport: @escaping @Sendable () throws(Failure) -> any HTTPTransport
    ) {
        self.network = network
        self.transport = transport
        shared = nil
        bases = Result { () throws(Failure) in try HTTPURL.servers(urls, of: "RPC") }
    }

    private init(
        bases: Result<[HTTPURL], Failure>, of network: Network?,
        transport: @escaping @Sendable () throws(Failure) -> any HTTPTransport, shared: Clients? = nil
    ) {
        (self.bases, self.network, self.transport, self.shared) = (bases, network, transport, shared)
    }

    /// The same servers for one job: there is one client for each network, which asks each server for its network once.
    /// Not for longer, because a test network may begin again, with an earlier ledger than a client has seen.
    package func sharingClients() -> RPCServers {
        RPCServers(bases: bases, of: network, transport: transport, shared: Clients())
    }

    /// The same servers, with every request passed through another transport.
    package func passing(_ transport: @escaping @Sendable (any HTTPTransport) -> any HTTPTransport) -> RPCServers {
        let single = self.transport
        return RPCServers(bases: bases, of: network) { () throws(Failure) in transport(try single()) }
    }

    /// The servers that were given and may be used for a network; empty if none was.
    ///
    /// - Throws: `.usage` for a text that is not a URL.
    package func given(for network: Network) throws(Failure) -> [HTTPURL] {
        let bases = try bases.get()
        return self.network == nil || self.network == network ? bases : []
    }

    /// A client for the given servers; nil if none was given for this network. Sends no request yet.
    ///
    /// - Throws: `.usage` for a text that is not a URL.
    package func givenClient(for network: Network) throws(Failure) -> RPCClient? {
        let bases = try given(for: network)
        return bases.isEmpty ? nil : try client(for: network, at: bases)
    }

    private func client(for network: Network, at bases: [HTTPURL]) throws(Failure) -> RPCClient {
        if let known = shared?.clients.withLock({ $0[network] }) { return known }
        let client = RPCClient(network: network, bases: bases, transport: try transport())
        shared?.clients.withLock { $0[network] = client }
        return client
    }

    /// A client for the network's servers; sends no request yet.
    ///
    /// - Throws: `.usage` for a text that is not a URL, and if no server is given and none is known for the network.
    package func client(for network: Network) throws(Failure) -> RPCClient {
        if let client = try givenClient(for: network) { return client }
        guard let usual = RPCClient.usualURL(of: network) else {
            let other = self.network == network ? nil : self.network
            throw Failure(
                .usage, "no Stellar RPC server is known for \(network.label)",
                hint: (other.map { "the configured server is for \($0.label); " } ?? "")
                    + "\(step: .give(.rpcURL))")
        }
        return try client(for: network, at: [usual])
    }
}
