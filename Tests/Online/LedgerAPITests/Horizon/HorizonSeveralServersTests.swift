// SPDX-License-Identifier: Apache-2.0

import HTTP
import LedgerAPI
import Stellar
import Synchronization
import Testing

/// A client with several servers, each with its own responses.
struct HorizonSeveralServersTests {
    private typealias Answer = Result<HTTPResponse, HTTPError>

    private static let away = Answer.failure(.cannotConnect(host: "h", detail: "refused"))

    private static func status(_ status: Int) -> Answer { .success(HTTPResponse(status: status)) }

    private static func fees() throws -> Answer { .success(try Recording.response("fee_stats")) }

    /// A client of servers on the ports from 1 on, and the transport that records its requests.
    private func client(_ answers: Answer...) throws -> (HorizonClient, RecordedTransport) {
        let transport = RecordedTransport { request in answers[Int(request.url.port ?? 1) - 1] }
        let bases = try answers.indices.map { try HTTPURL("http://127.0.0.1:\($0 + 1)/") }
        return (HorizonClient(bases: bases, transport: transport), transport)
    }

    private func ports(_ transport: RecordedTransport) -> [UInt16?] { transport.requests.map(\.url.port) }

    @Test(arguments: [away, status(429), status(500), status(503), .failure(.timedOut(host: "h", .mayHaveArrived))])
    func `tries the next server if one is away, busy or failing`(absence: Result<HTTPResponse, HTTPError>) throws {
        let (client, transport) = try client(absence, try Self.fees())
        _ = try client.feeStats()
        _ = try client.feeStats()
        #expect(ports(transport) == [1, 2, 2], "the server that responded is tried first from then on")
    }

    @Test func `reports the first server's error if all servers fail`() throws {
        let (client, transport) = try client(Self.away, Self.status(503))
        #expect(throws: HorizonError.unreachable(.cannotConnect(host: "h", detail: "refused"))) {
            try client.feeStats()
        }
        #expect(ports(transport) == [1, 2])
    }

    private static func wants(_ seconds: Int) -> Answer {
        .success(HTTPResponse(status: 429, headers: [HTTPHeader("retry-after", String(seconds))]))
    }

    private static let pauses: [(answers: [Answer], seconds: UInt64)] = [
        ([wants(9), wants(4)], 4), ([away, wants(7)], 7), ([status(503), away], 2), ([wants(0)], 1),
    ]

    @Test(arguments: pauses.indices)
    func `waits for the shortest delay that a busy server requests`(index: Int) throws {
        let (answers, seconds) = Self.pauses[index]
        let waited = Mutex<[UInt64]>([])
        let transport = RecordedTransport(answers: answers + [try Self.fees()])
        let bases = try answers.indices.map { try HTTPURL("http://127.0.0.1:\($0 + 1)/") }
        let retryBudget = RetryBudget { pause in
            waited.withLock { $0.append(pause) }
            return true
        }
        _ = try HorizonClient(bases: bases, transport: transport, retryBudget: retryBudget).feeStats()
        #expect(waited.withLock { $0 } == [seconds])
    }

    @Test(arguments: [away, status(500), status(502), status(504), .failure(.timedOut(host: "h", .mayHaveArrived))])
    func `does not wait after errors other than 429 and 503`(absence: Result<HTTPResponse, HTTPError>) throws {
        let transport = RecordedTransport { _ in absence }
        let retryBudget = RetryBudget { _ in preconditionFailure("no server requested a delay") }
        let client = HorizonClient(base: try HTTPURL("http://127.0.0.1:1/"), transport: transport).waiting(retryBudget)
        #expect(throws: HorizonError.self) { try client.feeStats() }
    }

    @Test func `reports the rate limit when the retry budget is exhausted`() throws {
        let transport = RecordedTransport { _ in Self.wants(5) }
        let left = Mutex(2)
        let retryBudget = RetryBudget { _ in
            left.withLock {
                $0 -= 1
                return $0 >= 0
            }
        }
        let client = HorizonClient(base: try HTTPURL("http://127.0.0.1:1/"), transport: transport).waiting(retryBudget)
        #expect(throws: HorizonError.rateLimited(retryAfter: 5)) { try client.feeStats() }
        #expect(transport.requests.count == 3)
    }

    @Test(arguments: [
        status(400), status(404), .success(HTTPResponse(status: 200, body: Array("<html>".utf8))),
        .failure(.badCertificate(host: "h", detail: "self-signed")),
    ])
    func `does not try another server after an invalid response`(wrong: Result<HTTPResponse, HTTPError>) throws {
        let (client, transport) = try client(wrong, try Self.fees())
        #expect(throws: HorizonError.self) { try client.feeStats() }
        #expect(ports(transport) == [1])
    }

    @Test func `accepts a not_found response from the first server`() throws {
        let missing = Answer.success(try Recording.response("account_missing", status: 404))
        let (client, transport) = try client(missing, try Self.fees())
        #expect(try client.account(try Recording.account(Recording.alice)) == nil)
        #expect(ports(transport) == [1])
    }

    @Test func `a client can be limited to one of its servers`() throws {
        let (client, transport) = try client(try Self.fees(), Self.away)
        #expect(throws: HorizonError.self) { try client.only(client.bases[1]).feeStats() }
        #expect(ports(transport) == [2])
    }
}
