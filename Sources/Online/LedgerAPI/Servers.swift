// SPDX-License-Identifier: Apache-2.0

package import Codec
package import HTTP
package import Stellar
import Synchronization

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

/// The policy for waiting for servers that ask for time.
package struct RetryBudget: Sendable {
    /// Waits for that many seconds and returns true; returns false at once when that is too long.
    package let waits: @Sendable (_ seconds: UInt64) -> Bool

    package init(_ waits: @escaping @Sendable (_ seconds: UInt64) -> Bool) { self.waits = waits }

    package static let none = RetryBudget { _ in false }
}

/// Why a server gave no answer.
protocol ServerError: Error {
    /// Whether only this server, or only at the moment, cannot answer, so that another one may.
    var isAbsence: Bool { get }

    /// Seconds after which to try an overloaded server again; nil for other errors.
    var pause: UInt64? { get }
}

extension HorizonError: ServerError {}
extension RPCError: ServerError {}

extension RetryBudget {
    /// Asks a server, then the following ones while one is unavailable; if none answers, all again after the shortest
    /// pause that one asks for.
    ///
    /// - Parameters:
    ///   - count: the number of servers.
    ///   - first: the index of the server to begin with.
    func firstAnswer<Value, Absence: ServerError>(
        of count: Int, from first: Int, _ ask: (_ server: Int) throws(Absence) -> Value
    ) throws(Absence) -> Value {
        var absences: [Absence] = []
        repeat {
            absences = []
            for offset in 0..<count {
                do throws(Absence) { return try ask((first + offset) % count) } catch {
                    guard error.isAbsence else { throw error }
                    absences.append(error)
                }
            }
        } while waits(after: absences)
        throw absences[0]
    }

    /// Waits for the shortest pause that a failed server asks for; false when none asks for one, or it exceeds the
    /// budget.
    func waits(after absences: [some ServerError]) -> Bool {
        guard let pause = absences.compactMap(\.pause).min() else { return false }
        return waits(pause)
    }
}

extension HTTPURL {
    /// The URLs of servers, each once.
    ///
    /// - Parameter name: of the API, for errors.
    static func servers(_ urls: [String], of name: String) throws(Failure) -> [HTTPURL] {
        var bases: [HTTPURL] = []
        for text in urls {
            let base: HTTPURL
            do { base = try HTTPURL(text) } catch { throw Failure(.usage, "the \(name) URL: \(error.message)") }
            if !bases.contains(where: { $0.hasSameOrigin(as: base) && $0.path == base.path }) { bases.append(base) }
        }
        return bases
    }
}
