// SPDX-License-Identifier: Apache-2.0

import Codec
import HTTP
import LedgerAPI
import Stellar
import Synchronization
import Testing

struct RPCSeveralServersTests {
    private static let health: JSON = [
        "status": "healthy", "latestLedger": 9, "oldestLedger": 1, "ledgerRetentionWindow": 9,
    ]

    /// A transport for servers that are gone, of another network, not healthy, or well, by the first letter of their
    /// name.
    private static func transport() -> RecordedTransport {
        RecordedTransport { request in
            let asked = try? JSON(parsing: request.body ?? [])
            let id = asked?["id"] ?? .null
            let kind = request.url.host.prefix { $0 != "." }
            if kind == "gone" { return .failure(.cannotConnect(host: request.url.authority, detail: "refused")) }
            if kind == "busy" {
                return .success(HTTPResponse(status: 503, headers: [HTTPHeader("retry-after", "3")]))
            }
            if asked?["method"] == "getNetwork" {
                let network =
                    kind == "other" ? AskedRPC.network.with("passphrase", "Another network") : AskedRPC.network
                return .success(AskedRPC.response(AskedRPC.envelope(network, id: id)))
            }
            if kind == "ill" {
                let error: JSON = ["jsonrpc": "2.0", "id": id, "error": ["code": -32603, "message": "not ready"]]
                return .success(AskedRPC.response(error))
            }
            return .success(AskedRPC.response(AskedRPC.envelope(Self.health, id: id)))
        }
    }

    private static func client(_ names: String..., transport: RecordedTransport) throws -> RPCClient {
        RPCClient(
            network: .testnet, bases: try names.map { try HTTPURL("https://\($0).example/") }, transport: transport)
    }

    private static func asked(_ transport: RecordedTransport) throws -> [String] {
        try transport.requests.map {
            "\($0.url.host.prefix { $0 != "." }) \(try JSON(parsing: $0.body ?? []).string("method"))"
        }
    }

    @Test func `asks a server for its network once, before anything else`() throws {
        let transport = Self.transport()
        let client = try Self.client("well", transport: transport)
        _ = try client.health()
        _ = try client.health()
        _ = try client.only(client.bases[0]).health()
        #expect(try Self.asked(transport) == ["well getNetwork", "well getHealth", "well getHealth", "well getHealth"])
    }

    @Test func `asks nothing else of a server of another network`() throws {
        let transport = Self.transport()
        let error = #expect(throws: RPCError.self) { try Self.client("other", "well", transport: transport).health() }
        #expect(error?.kind == .badInput && error?.message.contains("Another network") == true)
        #expect(try Self.asked(transport) == ["other getNetwork"])
    }

    @Test func `falls back on the next server and stays with it`() throws {
        let transport = Self.transport()
        let client = try Self.client("gone", "ill", "well", transport: transport)
        _ = try client.health()
        _ = try client.health()
        #expect(
            try Self.asked(transport) == [
                "gone getNetwork", "ill getNetwork", "ill getHealth", "well getNetwork", "well getHealth",
                "well getHealth",
            ])
    }

    @Test func `a client for other servers begins with the first of its own, whichever answered last`() throws {
        let transport = Self.transport()
        let client = try Self.client("well", "late", transport: transport)
        _ = try client.only(client.bases[1]).health()
        _ = try client.health()
        _ = try client.preferring(client.bases).health()
        #expect(
            try Self.asked(transport) == [
                "late getNetwork", "late getHealth", "well getNetwork", "well getHealth", "well getHealth",
            ])
    }

    @Test func `reports the preferred server's error when none answers`() throws {
        let error = #expect(throws: RPCError.self) {
            try Self.client("gone", "busy", transport: Self.transport()).health()
        }
        #expect(error?.kind == .unreachable && error?.call.server == "gone.example")
    }

    @Test func `waits as long as the server asks, within the budget`() throws {
        let pauses = Mutex<[UInt64]>([])
        let budget = RetryBudget { seconds in
            pauses.withLock { pauses in
                pauses.append(seconds)
                return pauses.count < 3
            }
        }
        #expect(throws: RPCError.self) {
            try Self.client("busy", transport: Self.transport()).waiting(budget).health()
        }
        #expect(pauses.withLock { $0 } == [3, 3, 3])
    }

    @Test func `gives each request its own id`() throws {
        let transport = Self.transport()
        let client = try Self.client("well", transport: transport)
        for _ in 0..<3 { _ = try client.health() }
        let ids = try transport.requests.map { try JSON(parsing: $0.body ?? []).integer("id", as: Int.self) }
        #expect(Set(ids).count == ids.count)
    }
}

struct RPCServersTests {
    private static func servers(_ urls: [String], of network: Network? = nil) -> RPCServers {
        RPCServers(urls: urls, of: network) { () throws(Failure) in RecordedTransport(answers: []) }
    }

    @Test(arguments: ["nonsense", "http://example.com/", "ftp://example.com/", "https://user@example.com/"])
    func `an invalid URL fails when a client is requested`(url: String) {
        let error = #expect(throws: Failure.self) { try Self.servers([url]).client(for: .testnet) }
        #expect(error?.kind == .usage && error?.message.hasPrefix("the RPC URL: ") == true)
    }

    @Test func `allows http on this machine`() throws {
        #expect(try Self.servers(["http://localhost:8000/rpc"]).client(for: .testnet).bases.count == 1)
    }

    @Test func `removes duplicate servers and keeps the given order`() throws {
        let client = try Self.servers(["https://b.example/", "https://a.example", "https://b.example"])
            .client(for: .testnet)
        #expect(client.bases.map(\.authority) == ["b.example", "a.example"])
    }

    @Test func `knows the usual server of testnet and none of the public network`() throws {
        #expect(try Self.servers([]).client(for: .testnet).bases.count == 1)
        #expect(try Self.servers([]).givenClient(for: .testnet) == nil)
        let error = #expect(throws: Failure.self) { try Self.servers([]).client(for: .public) }
        #expect(error?.kind == .usage)
    }

    @Test func `the parts of one job share a client, which asks a server for its network once`() throws {
        let transport = RecordedTransport { request in
            let body = (try? JSON(parsing: request.body ?? [])) ?? .null
            let result: JSON =
                body["method"] == "getNetwork"
                ? ["passphrase": .string(Network.testnet.passphrase), "protocolVersion": 28]
                : ["id": .string(String(repeating: "ab", count: 32)), "protocolVersion": 28, "sequence": 100]
            let reply: JSON = ["jsonrpc": "2.0", "id": body["id"] ?? .null, "result": result]
            return .success(
                HTTPResponse(
                    status: 200, headers: [HTTPHeader("Content-Type", "application/json")],
                    body: Array(reply.text().utf8)))
        }
        func asked(_ servers: RPCServers) throws -> Int {
            let before = transport.requests.count
            for _ in 0..<2 { _ = try servers.client(for: .testnet).latestLedger() }
            return transport.requests.count - before
        }
        let servers = RPCServers(urls: ["https://rpc.example/"]) { () throws(Failure) in transport }
        let job = servers.sharingClients()
        #expect(try asked(servers) == 4)
        #expect(try asked(job) == 3 && asked(job) == 2)
        // The next job asks again.
        #expect(try asked(servers.sharingClients()) == 3)
        #expect(try job.client(for: .public).network == .public)
    }

    @Test func `does not use a server of the configuration for another network`() throws {
        let servers = Self.servers(["https://rpc.example/"], of: .testnet)
        #expect(try servers.givenClient(for: .public) == nil)
        #expect(try servers.givenClient(for: .testnet)?.bases.map(\.authority) == ["rpc.example"])
        let error = #expect(throws: Failure.self) { try servers.client(for: .public) }
        #expect(error?.hint?.plain.contains("testnet") == true)
    }
}
