// SPDX-License-Identifier: Apache-2.0

package import Codec
package import HTTP
package import Stellar

/// Which Horizon servers to use, and how to connect to them and to anchors.
package struct HorizonServers: Sendable {
    /// Each server once, the preferred one first; empty for the network's usual one. A text that is not a URL stops
    /// only what needs a Horizon server.
    private let bases: Result<[HTTPURL], Failure>
    /// The network that the given servers belong to, if that is known; for another one, its usual server is used.
    private let network: Network?
    private let single: @Sendable () throws(Failure) -> any HTTPTransport
    /// Nil for one request after the other.
    private let multiple: (@Sendable (_ parallel: Int) throws(Failure) -> any HTTPMultiplexer)?
    /// Whether domains of this machine (`localhost:8000`) are allowed, which are asked over http.
    package let allowsLoopback: Bool

    /// - Parameters:
    ///   - urls: several are servers to fall back on, whose answers are compared; one given twice counts once.
    ///   - network: the only network that the URLs are used for; nil for any.
    ///   - caFile: the path of a PEM file with trusted certificates; nil for the system's.
    ///   - proxy: such as `socks5h://127.0.0.1:9050`; nil for none.
    package init(
        urls: [String] = [], of network: Network? = nil, caFile: String? = nil, proxy: String? = nil,
        allowsLoopback: Bool = false
    ) throws(Failure) {
        let connection = CurlOptions(caFile: caFile, proxy: proxy)
        self.init(urls: urls, of: network, allowsLoopback: allowsLoopback) { () throws(Failure) in
            do throws(HTTPError) { return try CurlTransport(connection) } catch {
                throw Failure(.usage, Wording(error.message))
            }
        } multiplexer: { parallel throws(Failure) in
            do throws(HTTPError) { return try CurlMulti(connection, connections: parallel) } catch {
                throw Failure(.usage, Wording(error.message))
            }
        }
    }

    /// - Parameters:
    ///   - network: as above.
    ///   - transport: makes the transport for requests one after the other, to any server.
    ///   - multiplexer: makes the transport for concurrent requests; nil for one after the other, over `transport`.
    package init(
        urls: [String], of network: Network? = nil, allowsLoopback: Bool,
        transport: @escaping @Sendable () throws(Failure) -> any HTTPTransport,
        multiplexer: (@Sendable (_ parallel: Int) throws(Failure) -> any HTTPMultiplexer)? = nil
    ) {
        self.init(
            bases: Result { () throws(Failure) in try HTTPURL.servers(urls, of: "Horizon") }, of: network,
            allowsLoopback: allowsLoopback,
            transport: transport, multiplexer: multiplexer)
    }

    private init(
        bases: Result<[HTTPURL], Failure>, of network: Network?, allowsLoopback: Bool,
        transport: @escaping @Sendable () throws(Failure) -> any HTTPTransport,
        multiplexer: (@Sendable (_ parallel: Int) throws(Failure) -> any HTTPMultiplexer)?
    ) {
        self.bases = bases
        self.network = network
        single = transport
        multiple = multiplexer
        self.allowsLoopback = allowsLoopback
    }

    /// A client for the network's Horizon servers; sends no request yet.
    ///
    /// - Throws: `.usage` for a text that is not a URL, and if no server is given and none is known for the network.
    package func client(for network: Network) throws(Failure) -> HorizonClient {
        var bases = try bases.get()
        let other = self.network == network ? nil : self.network
        if other != nil { bases = [] }
        if bases.isEmpty {
            guard let usual = HorizonClient.usualURL(of: network) else {
                throw Failure(
                    .usage, "no Horizon server is known for \(network.label)",
                    hint: (other.map { "the configured server is for \($0.label); " } ?? "")
                        + "\(step: .give(.horizonURL))")
            }
            bases = [usual]
        }
        return HorizonClient(bases: bases, transport: try transport())
    }

    /// A client for the servers that were given; nil if none was given for this network. Sends no request yet.
    ///
    /// - Throws: `.usage` for a text that is not a URL.
    package func givenClient(for network: Network) throws(Failure) -> HorizonClient? {
        guard try !bases.get().isEmpty, self.network == nil || self.network == network else { return nil }
        return try client(for: network)
    }

    /// The same servers, with every request passed through another transport.
    package func passing(
        _ transport: @escaping @Sendable (any HTTPTransport) -> any HTTPTransport,
        _ multiplexer: @escaping @Sendable (any HTTPMultiplexer) -> any HTTPMultiplexer
    ) -> HorizonServers {
        let (single, multiple) = (single, multiple)
        var wrapped: (@Sendable (_ parallel: Int) throws(Failure) -> any HTTPMultiplexer)?
        if let multiple { wrapped = { parallel throws(Failure) in multiplexer(try multiple(parallel)) } }
        return HorizonServers(
            bases: bases, of: network, allowsLoopback: allowsLoopback,
            transport: { () throws(Failure) in transport(try single()) }, multiplexer: wrapped)
    }

    /// The transport for requests to any server.
    package func transport() throws(Failure) -> any HTTPTransport { try single() }

    /// The transport for many concurrent requests.
    package func multiplexer(parallel: Int) throws(Failure) -> any HTTPMultiplexer {
        if let multiple { return try multiple(parallel) }
        return SequentialMultiplexer(try transport())
    }
}
