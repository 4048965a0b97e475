// SPDX-License-Identifier: Apache-2.0

import CurlHTTP
import Horizon
import Stellar
import Synchronization
import Testing

/// A client with several servers, each with answers of its own.
struct SeveralServersTests {
    private typealias Answer = Result<HTTPResponse, HTTPError>

    private static let away = Answer.failure(.cannotConnect(host: "h", detail: "refused"))

    private static func status(_ status: Int) -> Answer { .success(HTTPResponse(status: status)) }

    private static func fees() throws -> Answer { .success(try Recording.response("fee_stats")) }

    /// Servers on the ports from 1 on, and what they are asked.
    private func client(_ answers: Answer...) throws -> (HorizonClient, RecordedTransport) {
        let transport = RecordedTransport { request in answers[Int(request.url.port ?? 1) - 1] }
        let bases = try answers.indices.map { try HTTPURL("http://127.0.0.1:\($0 + 1)/") }
        return (HorizonClient(bases: bases, transport: transport), transport)
    }

    private func ports(_ transport: RecordedTransport) -> [UInt16?] { transport.requests.map(\.url.port) }

    @Test(arguments: [away, status(429), status(500), status(503), .failure(.timedOut(host: "h", .mayHaveArrived))])
    func `the next one is asked when one is away or has no time`(absence: Result<HTTPResponse, HTTPError>) throws {
        let (client, transport) = try client(absence, try Self.fees())
        _ = try client.feeStats()
        _ = try client.feeStats()
        #expect(ports(transport) == [1, 2, 2], "the one that answered is asked first from then on")
    }

    @Test func `when all are away, it is the first one's trouble that is told`() throws {
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
    func `with a retry budget, as much time passes as the first of them asks for`(index: Int) throws {
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
    func `who asks for no time gets none`(absence: Result<HTTPResponse, HTTPError>) throws {
        let transport = RecordedTransport { _ in absence }
        let retryBudget = RetryBudget { _ in preconditionFailure("nobody asked for time") }
        let client = HorizonClient(base: try HTTPURL("http://127.0.0.1:1/"), transport: transport).waiting(retryBudget)
        #expect(throws: HorizonError.self) { try client.feeStats() }
    }

    @Test func `a retry budget ends`() throws {
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
    func `a wrong answer is an error, not a reason to ask elsewhere`(wrong: Result<HTTPResponse, HTTPError>) throws {
        let (client, transport) = try client(wrong, try Self.fees())
        #expect(throws: HorizonError.self) { try client.feeStats() }
        #expect(ports(transport) == [1])
    }

    @Test func `that there is no such thing is an answer`() throws {
        let missing = Answer.success(try Recording.response("account_missing", status: 404))
        let (client, transport) = try client(missing, try Self.fees())
        #expect(try client.account(try Recording.account(Recording.alice)) == nil)
        #expect(ports(transport) == [1])
    }

    @Test func `one of them can be asked alone`() throws {
        let (client, transport) = try client(try Self.fees(), Self.away)
        #expect(throws: HorizonError.self) { try client.only(client.bases[1]).feeStats() }
        #expect(ports(transport) == [2])
    }
}
