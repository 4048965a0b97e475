// SPDX-License-Identifier: Apache-2.0

import HTTP
import Testing

/// Many requests at once against a server on loopback that misbehaves on demand.
@Suite(.serialized, .timeLimit(.minutes(1)))
struct CurlMultiTests {
    private let server: FaultServer

    init() throws { server = try FaultServer() }

    /// Begins all requests and waits for their responses, in the order of the requests.
    private func all(_ requests: [HTTPRequest], _ multi: CurlMulti) throws -> [Result<HTTPResponse, HTTPError>] {
        for (ticket, request) in requests.enumerated() { multi.begin(request, ticket: ticket) }
        var answers: [Int: Result<HTTPResponse, HTTPError>] = [:]
        while answers.count < requests.count {
            for answer in multi.answers(within: .seconds(10)) {
                #expect(answers.updateValue(answer.result, forKey: answer.ticket) == nil, "two responses")
            }
        }
        return try requests.indices.map { try #require(answers[$0]) }
    }

    private func get(_ path: String) throws -> HTTPRequest { HTTPRequest(try server.url(path)) }

    @Test func `matches each response to its request, even if other requests fail`() throws {
        let multi = try CurlMulti(connections: 8)
        let paths = (0..<50).map { ["/echo?\($0)", "/reset", "/truncated", "/status?503", "/garbage"][$0 % 5] }
        let answers = try all(try paths.map(get), multi)
        for (path, answer) in zip(paths, answers) {
            switch (path, answer) {
            case ("/status?503", .success(let response)): #expect(response.status == 503)
            case ("/reset", .failure(let error)), ("/truncated", .failure(let error)),
                ("/garbage", .failure(let error)):
                #expect(error.delivery == .mayHaveArrived)
            case (_, .success(let response)):
                #expect(String(decoding: response.body, as: UTF8.self).hasPrefix("GET \(path) "))
            case (_, .failure(let error)): Issue.record("\(path): \(error)")
            }
        }
    }

    @Test func `reuses connections for later requests`() throws {
        let multi = try CurlMulti(connections: 4)
        for _ in 0..<5 { _ = try all(try (0..<4).map { _ in try get("/ok") }, multi) }
        let counted = try all([try get("/connections")], multi)
        #expect(String(decoding: try counted[0].get().body, as: UTF8.self) == "4")
    }

    @Test func `opens a new connection for each request that may not be repeated`() throws {
        let multi = try CurlMulti(connections: 4)
        for mayRepeat in [true, true, false, false] {
            var request = HTTPRequest(.post, try server.url("/ok"), body: [1])
            request.mayRepeat = mayRepeat
            _ = try all([request], multi)[0].get()
        }
        let counted = try all([try get("/connections")], multi)
        #expect(String(decoding: try counted[0].get().body, as: UTF8.self) == "3")
    }

    @Test func `a reused handle keeps nothing of an earlier POST`() throws {
        let multi = try CurlMulti(connections: 1)
        let form = HTTPRequest.form(
            try server.url("/echo"), fields: [("tx", "a+b")], headers: [HTTPHeader("Accept", "application/json")])
        #expect(String(decoding: try all([form], multi)[0].get().body, as: UTF8.self).hasSuffix("\r\n\r\ntx=a%2Bb"))
        let plain = String(decoding: try all([try get("/echo")], multi)[0].get().body, as: UTF8.self)
        #expect(plain.hasPrefix("GET /echo ") && plain.hasSuffix("\r\n\r\n"))
        #expect(!plain.contains("application/json") && !plain.contains("Content-Length"))
    }

    @Test func `applies the limits and checks of each request to concurrent requests`() throws {
        let multi = try CurlMulti(connections: 4)
        var small = try get("/huge")
        small.sizeLimit = 1000
        var late = try get("/silent")
        late.timeouts.total = .milliseconds(200)
        let bad = HTTPRequest(try server.url("/ok"), headers: [HTTPHeader("X", "a\r\nY: b")])
        let answers = try all([small, late, bad, try get("/redirect?/ok")], multi)
        let host = try server.url("/").authority
        #expect(answers[0] == .failure(.tooLarge(host: host, limit: 1000)))
        #expect(answers[1] == .failure(.timedOut(host: host, .mayHaveArrived)))
        #expect(answers[2] == .failure(.badRequest("the header field X is not well formed")))
        #expect(answers[3] == .failure(.redirectRefused(host: host, location: "/ok")))
    }

    @Test func `reports a request that cannot connect as not sent`() throws {
        let multi = try CurlMulti(connections: 4)
        let answer = try all([HTTPRequest(.post, try HTTPURL("http://127.0.0.1:1/"), body: [1])], multi)[0]
        guard case .failure(let error) = answer else { throw HTTPError.badSetup("port 1 is open") }
        #expect(error.delivery == .definitelyNotSent)
    }

    @Test func `returns at once if there is no request`() throws {
        #expect(try CurlMulti(connections: 1).answers(within: .seconds(100)).isEmpty)
    }

    @Test func `rejects an untrusted certificate and an unsupported proxy scheme`() throws {
        let secure = try FaultServer(tls: "127.0.0.1")
        let answer = try all([HTTPRequest(try secure.url("/ok"))], try CurlMulti(connections: 1))[0]
        guard case .failure(.badCertificate) = answer else {
            Issue.record("\(answer)")
            return
        }
        #expect(throws: HTTPError.self) { try CurlMulti(CurlOptions(proxy: "gopher://127.0.0.1"), connections: 1) }
    }
}
