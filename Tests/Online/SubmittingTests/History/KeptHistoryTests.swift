// SPDX-License-Identifier: Apache-2.0

import Codec
import Crypto
import HTTP
import Journal
import LedgerAPI
import LedgerXDR
import SafeFiles
import Stellar
import StellarXDR
import Synchronization
import TestSupport
import Testing
import Workspace

@testable import Submitting

/// What is read of an account's history over Stellar RPC, in how many requests, and what is kept of it.
struct KeptHistoryTests {
    private static let alice = TestKey("alice")

    /// A server of Stellar RPC with payments of one account, whose fees its events tell.
    private final class Server: Sendable {
        struct State: Sendable {
            var oldest: UInt32 = 1
            var latest: UInt32 = 100_000
            /// By their hash in hex, in the order of the ledger.
            var transactions: [(hash: String, ledger: UInt32, envelope: String)] = []
            /// What is fetched, in order.
            var fetched: [String] = []
            /// After so many fetches it ends; nil for never.
            var fetchesLeft: Int?
            /// After so many fetches it no longer has what is before a ledger.
            var drop: (after: Int, before: UInt32)?
        }

        let state = Mutex(State())

        /// Payments in ledgers, one in each.
        ///
        /// - Parameter alter: changes what the server gives as the envelope of each.
        func add(_ ledgers: some Sequence<UInt32>, _ alter: ([UInt8]) -> [UInt8] = { $0 }) {
            state.withLock { state in
                for ledger in ledgers {
                    let envelope = alice.payment(Int64(ledger), by: [])
                    state.transactions.append(
                        (envelope.hash(on: .testnet).hex, ledger, Base64.encode(alter(envelope.xdr))))
                }
                state.transactions.sort { $0.ledger < $1.ledger }
            }
        }

        var fetched: Int { state.withLock { $0.fetched.count } }

        var client: RPCClient {
            get throws {
                let transport = RecordedTransport { [self] request in answer(request) }
                return RPCClient(network: .testnet, bases: [try HTTPURL("https://rpc.example")], transport: transport)
            }
        }

        private func answer(_ request: HTTPRequest) -> Result<HTTPResponse, HTTPError> {
            state.withLock { state in
                guard let asked = try? JSON(parsing: request.body ?? []), let method = asked["method"]?.asString else {
                    return .success(HTTPResponse(status: 500))
                }
                if method == "getTransaction", let left = state.fetchesLeft {
                    guard left > 0 else {
                        return .failure(.cannotConnect(host: request.url.authority, detail: "refused"))
                    }
                    state.fetchesLeft = left - 1
                }
                let body: JSON = [
                    "jsonrpc": "2.0", "id": asked["id"] ?? .null,
                    "result": Self.result(method, asked["params"] ?? .null, &state),
                ]
                return .success(
                    HTTPResponse(
                        status: 200, headers: [HTTPHeader("content-type", "application/json")],
                        body: Array(body.text().utf8)))
            }
        }

        private static func result(_ method: String, _ params: JSON, _ state: inout State) -> JSON {
            switch method {
            case "getNetwork": return ["passphrase": .string(Network.testnet.passphrase), "protocolVersion": 27]
            case "getHealth":
                return ledgers(state).adding([("status", "healthy"), ("ledgerRetentionWindow", 120_960)])
            case "getLatestLedger":
                let hash = SHA256.hash(Array("\(state.latest)".utf8))
                return [
                    "id": .string(Hex.encode(hash)), "protocolVersion": 27, "sequence": .integer(state.latest),
                ]
            case "getEvents": return events(params, state)
            default: return transaction(params, &state)
            }
        }

        private static func ledgers(_ state: State) -> JSON {
            [
                "latestLedger": .integer(state.latest), "oldestLedger": .integer(state.oldest),
                "latestLedgerCloseTime": .string(String(time(state.latest))),
                "oldestLedgerCloseTime": .string(String(time(state.oldest))),
            ]
        }

        private static func time(_ ledger: UInt32) -> Int64 { 1_000_000 + 5 * Int64(ledger) }

        private static func events(_ params: JSON, _ state: State) -> JSON {
            let (first, end): (UInt32, UInt32)
            if let cursor = params["pagination"]?["cursor"]?.asString {
                // All of the ledger of the cursor was given.
                let place = UInt64(cursor.prefix { $0 != "-" }) ?? 0
                (first, end) = (UInt32(place >> 32) + 1, state.latest + 1)
            } else {
                first = params["startLedger"]?.asInteger() ?? 0
                end = params["endLedger"]?.asInteger() ?? state.latest + 1
            }
            let limit = params["pagination"]?["limit"]?.asInteger() ?? 100
            let all = state.transactions.filter { $0.ledger >= max(first, state.oldest) && $0.ledger < end }
            let page = all.prefix(limit)
            let reached =
                page.count < limit ? UInt64(end - 1) << 32 | 0xffff_ffff : UInt64(page.last?.ledger ?? 0) << 32
            return [
                "events": .array(page.map { event($0.hash, $0.ledger) }), "latestLedger": .integer(state.latest),
                "oldestLedger": .integer(state.oldest), "cursor": .string("\(reached)-0000000000"),
            ]
        }

        private static func event(_ hash: String, _ ledger: UInt32) -> JSON {
            let contract = ContractIDPreimage.asset(.native).contract(on: .testnet)
            func text(_ value: SCVal) -> JSON { .string(Base64.encode(value.xdr)) }
            let fee = SCSymbol(Array("fee".utf8)).map { SCVal.symbol($0) } ?? .void
            return [
                "type": "contract", "ledger": .integer(ledger), "id": .string("\(UInt64(ledger) << 32)-0000000000"),
                "ledgerClosedAt": .string(Timestamp(UInt64(time(ledger))).rfc3339),
                "contractId": .string(StrKey.contract(contract).text), "txHash": .string(hash),
                "topic": .array([text(fee), text(.address(.account(alice.id)))]),
                "value": text(.i128(Int128Parts(hi: 0, lo: 100))),
            ]
        }

        private static func transaction(_ params: JSON, _ state: inout State) -> JSON {
            let hash = params["hash"]?.asString ?? ""
            state.fetched.append(hash)
            if let drop = state.drop, state.fetched.count > drop.after { state.oldest = max(state.oldest, drop.before) }
            guard let found = state.transactions.first(where: { $0.hash == hash }), found.ledger >= state.oldest else {
                return ledgers(state).adding([("status", "NOT_FOUND"), ("txHash", .string(hash))])
            }
            return ledgers(state).adding([
                ("status", "SUCCESS"), ("txHash", .string(hash)), ("feeBump", false), ("applicationOrder", 1),
                ("envelopeXdr", .string(found.envelope)), ("resultMetaXdr", "AAAABAAAAAA="),
                ("ledger", .integer(found.ledger)),
                ("resultXdr", .string(Base64.encode(result.xdr))), ("createdAt", .string(String(time(found.ledger)))),
            ])
        }

        private static var result: TransactionResult {
            TransactionResult(
                feeCharged: 100,
                result: .txSuccess([.opInner(.payment(.success))]), ext: .v0)
        }
    }

    private let folder = TemporaryFolder()
    private let server = Server()

    /// - Parameter home: the journal's folder.
    private func history(in home: String = "online") throws -> KeptHistory {
        let servers = HorizonServers(urls: ["http://127.0.0.1:8000"], of: .testnet, allowsLoopback: true) {
            RecordedTransport { _ in .success(HTTPResponse(status: 500)) }
        }
        let context = OnlineContext(folder: folder.path(home), servers: servers) { 2_000_000 }
        return try KeptHistory(of: Self.alice.id, by: try server.client, in: context)
    }

    private func texts(_ history: KeptHistory) throws -> [String] { try history.notices().map(\.text.plain) }

    @Test func `reads of a busy account only the payments that are shown`() throws {
        server.add(90_001...100_000)
        var history = try history()
        let latest = try history.payments(limit: 10, after: nil)
        #expect(latest.map { UInt64($0.pagingToken).map { $0 >> 32 } } == (99_991...100_000).reversed().map { $0 })
        #expect(server.fetched == 10)
        #expect(try texts(history).isEmpty)
        var next = try self.history()
        let older = try next.payments(limit: 10, after: latest.last?.pagingToken)
        #expect(older.first?.pagingToken == String(UInt64(99_990) << 32 | 1 << 12 | 1) && older.count == 10)
        // The newest of what is kept is fetched once more, to recognize the network; and one more for the cursor's.
        #expect(server.fetched == 10 + 1 + 11)
        var last = try self.history()
        #expect(try last.read(.latest(20)))
        #expect(server.fetched == 22 + 1)
    }

    @Test func `looks further and further back for the payments of a quiet account`() throws {
        server.add([7, 60_000])
        var history = try history()
        #expect(try history.payments(limit: 10, after: nil).count == 2)
        #expect(try texts(history).count == 1 && texts(history)[0].contains("begins with ledger 1:"))
        var again = try self.history()
        #expect(try again.payments(limit: 10, after: nil).count == 2)
        #expect(server.fetched == 3)
    }

    @Test func `keeps in portions what it reads, and goes on where it was ended`() throws {
        server.add(99_001...99_450)
        server.state.withLock { $0.fetchesLeft = 250 }
        var history = try history()
        #expect(throws: Failure.self) { try history.read(.since(nil)) }
        #expect(server.fetched == 250)
        server.state.withLock { $0.fetchesLeft = nil }
        var next = try self.history()
        var counts: [[Int]] = []
        #expect(try next.read(.since(nil)) { done, total in counts.append([done, total]) })
        // The newest of what is kept is fetched once more, to recognize the network.
        #expect(server.fetched == 250 + 1 + 250)
        #expect(counts.first == [0, 250] && counts.last == [249, 250])
        #expect(try next.transactions(limit: 1000).map(\.kept.place.ledger) == (99_001...99_450).reversed())
    }

    @Test func `ends where the server drops its earliest ledgers meanwhile`() throws {
        server.add(99_001...99_300)
        server.state.withLock { $0.drop = (after: 150, before: 99_201) }
        var history = try history()
        #expect(try history.read(.since(nil)))
        #expect(try history.transactions(limit: 1000).map(\.kept.place.ledger) == (99_201...99_300).reversed())
        #expect(try texts(history)[0].contains("begins with ledger 99201:"))
    }

    @Test func `a transaction that is only in the events is an error`() throws {
        server.add(99_001...99_003)
        server.state.withLock { $0.transactions[1].hash = String(repeating: "ab", count: 32) }
        var history = try history()
        let failure = #expect(throws: Failure.self) { try history.read(.since(nil)) }
        #expect(failure?.kind == .protocolBroken)
        #expect(failure?.message.contains("another transaction as abab") == true)
    }

    @Test func `keeps what it does not know, and counts it as anything that the account may have done`() throws {
        // An operation of a kind that does not exist.
        server.add([99_999]) { bytes in
            var bytes = bytes
            // The last byte of its type.
            bytes[71] = 99
            return bytes
        }
        server.add([100_000])
        var history = try history()
        #expect(try history.read(.since(nil)))
        let found = try history.transactions(limit: 10)
        #expect(found.map { $0.transaction == nil } == [false, true])
        let unknown = found[1].entry
        #expect(unknown.envelope == nil && unknown.inclusion.ledger == 99_999 && unknown.inclusion.isSuccessful)
        let observed = try ObservedTransaction(unknown, of: Self.alice.id, on: .testnet)
        #expect(observed.acts)
        #expect(try texts(history).contains { $0.contains("a transaction contains something") })
        #expect(try history.payments(limit: 10, after: nil).count == 1)
    }

    @Test func `shows what it cannot keep, and says that it is not kept`() throws {
        try SafeFiles.write([1], to: folder.path("file"), mode: 0o600, replacing: false)
        server.add([99_998, 99_999])
        var history = try history(in: "file/online")
        #expect(try history.payments(limit: 10, after: nil).count == 2)
        #expect(try texts(history).contains { $0.hasPrefix("what was read is not kept: ") })
        #expect(try history.read(.since(nil)))
        #expect(server.fetched == 2)
    }

    @Test func `names gaps that no server can fill, and only those`() throws {
        server.add([50, 2_500, 3_500])
        server.state.withLock { $0.latest = 1000 }
        var history = try history()
        #expect(try history.read(.since(nil)))
        server.state.withLock { ($0.oldest, $0.latest) = (2_000, 3_000) }
        var next = try self.history()
        #expect(try next.payments(limit: 1, after: nil).count == 1)
        #expect(
            try texts(next).filter { $0.contains("nothing is known") }.map { $0.contains("1001 to 1999:") } == [true])
        server.state.withLock { $0.latest = 3_600 }
        var last = try self.history()
        _ = try last.read(.latest(1))
        #expect(try texts(last).count == 1)
        #expect(try last.read(.since(nil)))
        #expect(try last.transactions(limit: 10).map(\.kept.place.ledger) == [3_500, 2_500, 50])
        #expect(try texts(last).filter { $0.contains("nothing is known") }.count == 1)
    }

    @Test func `begins after a ledger, or with a day`() throws {
        server.add(10...1000)
        server.add([99_000, 99_500])
        var history = try history()
        #expect(try history.read(.from(99_001)))
        #expect(server.fetched == 1 && history.first == 99_001)
        #expect(try history.read(.from(.max)))
        var other = try self.history()
        #expect(try other.read(.since(Timestamp(1_000_000 + 5 * 98_999))))
        // Of what was before, one portion shows that everything since is known.
        let found = try other.transactions(limit: 1000).map(\.kept.place.ledger)
        #expect(found == [99_500, 99_000] + (801...1000).reversed())
    }
}
