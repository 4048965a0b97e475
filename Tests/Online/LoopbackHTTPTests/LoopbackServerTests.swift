// SPDX-License-Identifier: Apache-2.0

import Codec
import Testing

@testable import LoopbackHTTP

/// The server with a handler that repeats what it gets, for as long as a test runs.
struct LoopbackServerTests {
    private struct Echo: HTTPHandler {
        func bodyLimit(of request: HTTPRequest) -> Int { request.path == "/none" ? 0 : 100 }

        func answer(to request: HTTPRequest) -> HTTPResponse {
            if request.path == "/stream" {
                let (numbers, source) = AsyncStream<Int>.makeStream()
                for number in 1...3 { source.yield(number) }
                source.finish()
                return HTTPResponse(200, body: .stream(ByteStream(numbers) { Array("\($0)\n".utf8) }))
            }
            let body = request.body.map { String(decoding: $0, as: UTF8.self) } ?? "too large"
            return HTTPResponse(200, text: "\(request.method) \(request.path) \(body)")
        }
    }

    private static func serving(
        limits: ConnectionTable.Limits = ConnectionTable.Limits(),
        timeouts: Connection.Timeouts = Connection.Timeouts(),
        _ test: @Sendable @escaping (UInt16) throws -> Void
    ) async throws {
        let server = try LoopbackServer(port: 0, limits: limits, timeouts: timeouts)
        let port = server.port
        let result = AwaitedValue<Result<Void, any Error>>()
        let (ended, end) = AsyncStream<Void>.makeStream()
        try await server.run(
            Echo(), for: .owner(others: HTTPResponse(403, text: "another user")),
            beside: {
                // A test waits for the server: not on a thread of tasks.
                var thread = pthread_t()
                let job = Unmanaged.passRetained(
                    Job {
                        result.set(Result { try test(port) })
                        end.finish()
                    })
                pthread_create(
                    &thread, nil,
                    { job in
                        if let job { Unmanaged<Job>.fromOpaque(job).takeRetainedValue().work() }
                        return nil
                    }, job.toOpaque())
                for await _ in ended {}
            }, until: { try? await Task.sleep(for: .seconds(3600)) })
        try result.get().get()
    }

    private final class Job: Sendable {
        let work: @Sendable () -> Void

        init(_ work: @Sendable @escaping () -> Void) { self.work = work }
    }

    private static func answer(_ port: UInt16, _ text: String) throws -> String {
        let client = try #require(Client(port: port))
        client.send(text)
        return client.rest()
    }

    @Test func `answers requests one after the other on a connection`() async throws {
        try await Self.serving { port throws in
            let client = try #require(Client(port: port))
            client.send("POST /a HTTP/1.1\r\nContent-Length: 3\r\n\r\nxyz")
            #expect(client.next(39) == "HTTP/1.1 200 OK\r\nContent-Length: 11\r\n\r\n")
            #expect(client.next(11) == "POST /a xyz")
            client.send("HEAD /b HTTP/1.1\r\nConnection: close\r\n\r\n")
            #expect(client.rest() == "HTTP/1.1 200 OK\r\nContent-Length: 8\r\nConnection: close\r\n\r\n")
        }
    }

    @Test func `answers the first of several requests that are sent at once, and ends the connection`() async throws {
        try await Self.serving { port throws in
            let text = try Self.answer(
                port, "POST /a HTTP/1.1\r\nContent-Length: 3\r\n\r\nxyzGET /b HTTP/1.1\r\n\r\n")
            #expect(text == "HTTP/1.1 200 OK\r\nContent-Length: 11\r\nConnection: close\r\n\r\nPOST /a xyz")
        }
    }

    @Test func `a body beyond the limit is not read, and the connection ends with the answer`() async throws {
        try await Self.serving { port throws in
            for (path, length, said) in [("/a", 101, "too large"), ("/none", 5, "")] {
                let text = try Self.answer(port, "POST \(path) HTTP/1.1\r\nContent-Length: \(length)\r\n\r\nabc")
                #expect(text.hasSuffix("Connection: close\r\n\r\nPOST \(path) \(said)"))
            }
        }
    }

    @Test func `sends a stream as it comes, and then closes`() async throws {
        try await Self.serving { port throws in
            #expect(
                try Self.answer(port, "GET /stream HTTP/1.1\r\n\r\n")
                    == "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n1\n2\n3\n")
        }
    }

    @Test func `a head larger than the limit is refused before it has an end`() async throws {
        try await Self.serving { port throws in
            let line = "GET /\(String(repeating: "a", count: RequestHead.limit))"
            #expect(try Self.answer(port, line).hasPrefix("HTTP/1.1 431 "))
            let largest = RequestHead.limit - "GET / HTTP/1.1\r\nConnection: close\r\n\r\n".utf8.count
            let path = "/" + String(repeating: "a", count: largest)
            #expect(
                try Self.answer(port, "GET \(path) HTTP/1.1\r\nConnection: close\r\n\r\n").hasPrefix("HTTP/1.1 200 "))
        }
    }

    @Test func `a client from another address of loopback is refused without a word`() async throws {
        try await Self.serving { port throws in
            for address: UInt32 in [0x7f00_0002, 0x7fff_fffe] {
                let client = try #require(Client(port: port, from: address))
                client.send("GET / HTTP/1.1\r\n\r\n")
                #expect(client.rest() == "")
            }
            let same = try #require(Client(port: port, from: 0x7f00_0001))
            same.send("GET / HTTP/1.0\r\n\r\n")
            #expect(same.rest().hasSuffix("GET / "))
        }
    }

    @Test(arguments: ["", "G", "POST / HTTP/1.1\r\nContent-Length: 100\r\n\r\nx"])
    func `where there are too many connections, the one that waits longest is closed for the newest`(begun: String)
        async throws
    {
        var limits = ConnectionTable.Limits()
        limits.connections = 4
        try await Self.serving(limits: limits) { port throws in
            let flood = try (0..<40).map { _ in
                let client = try #require(Client(port: port))
                client.send(begun)
                return client
            }
            #expect(try Self.answer(port, "GET / HTTP/1.0\r\n\r\n").hasSuffix("GET / "))
            #expect(flood[0].rest() == "")
        }
    }

    @Test(arguments: ["", "GET / HT", "GET / HTTP/1.1\r\nX: ", "POST / HTTP/1.1\r\nContent-Length: 9\r\n\r\nx"])
    func `a request that does not go on ends its connection`(begun: String) async throws {
        let timeouts = Connection.Timeouts(idle: 20, head: 20, stall: 20, rest: 20)
        try await Self.serving(timeouts: timeouts) { port throws in #expect(try Self.answer(port, begun) == "") }
    }

    @Test func `bodies take no more memory together than the limit`() async throws {
        var limits = ConnectionTable.Limits()
        limits.bodies = 10
        try await Self.serving(limits: limits) { port throws in
            let first = try Self.answer(port, "POST / HTTP/1.0\r\nContent-Length: 11\r\n\r\n12345678901")
            #expect(first.hasPrefix("HTTP/1.1 503 "))
            // What was refused is given back.
            for _ in 0..<3 {
                let next = try Self.answer(port, "POST / HTTP/1.0\r\nContent-Length: 10\r\n\r\n1234567890")
                #expect(next.hasSuffix("POST / 1234567890"))
            }
        }
    }

    @Test func `a port in use is an error`() throws {
        let server = try LoopbackServer(port: 0)
        let failure = #expect(throws: Failure.self) { () throws in _ = try LoopbackServer(port: server.port) }
        #expect(failure?.kind == .unreachable)
    }
}
