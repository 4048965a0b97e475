// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTP
import Testing

/// libcurl against a server on loopback that misbehaves on demand.
@Suite(.serialized, .timeLimit(.minutes(1)))
struct CurlTransportTests {
    private let server: FaultServer
    private let transport: CurlTransport

    init() throws {
        server = try FaultServer()
        transport = try CurlTransport()
    }

    private func get(_ path: String, change: (inout HTTPRequest) -> Void = { _ in }) throws -> HTTPResponse {
        var request = HTTPRequest(try server.url(path))
        change(&request)
        return try transport.perform(request)
    }

    private func text(_ path: String) throws -> String { String(decoding: try get(path).body, as: UTF8.self) }

    private func failure(_ request: HTTPRequest, _ transport: CurlTransport? = nil) throws -> HTTPError {
        try #require(throws: HTTPError.self) { try (transport ?? self.transport).perform(request) }
    }

    private func failure(_ path: String, change: (inout HTTPRequest) -> Void = { _ in }) throws -> HTTPError {
        try #require(throws: HTTPError.self) { try get(path, change: change) }
    }

    // MARK: what works

    @Test func `returns status, lowercase header names and body`() throws {
        let response = try get("/ok")
        #expect(response.status == 200)
        #expect(String(decoding: response.body, as: UTF8.self) == "hello")
        #expect(response.header("Content-Type") == "text/plain")
        #expect(response.headers.filter { $0.name == "x-two" }.map(\.value) == ["first", "second"])
    }

    @Test func `returns an error status as a response`() throws {
        let response = try get("/status?503")
        #expect(response.status == 503)
        #expect(response.header("retry-after") == "7")
    }

    @Test func `ignores the headers of an interim response`() throws {
        let response = try get("/interim")
        #expect(response.status == 200)
        #expect(response.header("x-early") == nil)
    }

    @Test func `sends only the given and the required header fields`() throws {
        let url = try server.url("/echo?a=b")
        let form = HTTPRequest.form(url, fields: [("tx", "a+b")], headers: [HTTPHeader("Accept", "application/json")])
        let sent = String(decoding: try transport.perform(form).body, as: UTF8.self)
        let lines = sent.split(separator: "\r\n").map(String.init)
        #expect(lines.first == "POST /echo?a=b HTTP/1.1")
        #expect(lines.last == "tx=a%2Bb")
        #expect(
            Set(lines.dropFirst().dropLast()) == [
                "Host: 127.0.0.1:\(server.port)", "User-Agent: coldstar/1", "Accept: application/json",
                "Content-Type: application/x-www-form-urlencoded", "Content-Length: 8",
            ])
    }

    @Test(arguments: [HTTPMethod.put, .post, .delete])
    func `sends a body with every method, even an empty one`(method: HTTPMethod) throws {
        for body in [[], Array("two\nlines".utf8)] {
            let request = HTTPRequest(method, try server.url("/echo"), body: body)
            let sent = String(decoding: try transport.perform(request).body, as: UTF8.self)
            #expect(sent.hasPrefix("\(method.rawValue) /echo "))
            #expect(sent.hasSuffix("\r\n\r\n" + String(decoding: body, as: UTF8.self)))
        }
    }

    @Test func `sends a large body without an Expect header`() throws {
        let body = [UInt8](repeating: UInt8(ascii: "x"), count: 3 << 20)
        let request = HTTPRequest(.post, try server.url("/echo"), body: body, sizeLimit: 4 << 20)
        let sent = try transport.perform(request).body
        #expect(sent.suffix(body.count).elementsEqual(body))
        #expect(!String(decoding: sent.prefix(1000), as: UTF8.self).contains("Expect"))
    }

    @Test func `one connection serves many requests`() throws {
        for _ in 0..<5 { _ = try get("/ok") }
        #expect(try text("/connections") == "1")
    }

    @Test func `a failed request does not affect the next one`() throws {
        #expect(try get("/status?201").status == 201)
        #expect(throws: HTTPError.self) { try get("/close") }
        #expect(try get("/status?202").status == 202)
    }

    // MARK: nothing was sent

    @Test func `a refused connection means that nothing was sent`() throws {
        let unused = try FaultServer().port  // that server has stopped
        let error = try failure(HTTPRequest(.post, try HTTPURL("http://127.0.0.1:\(unused)/ok"), body: [1]))
        guard case .cannotConnect = error else { throw error }
        #expect(error.delivery == .definitelyNotSent)
    }

    @Test func `a TLS handshake timeout means that nothing was sent`() throws {
        let url = try HTTPURL("https://127.0.0.1:\(server.port)/ok")  // the server speaks no TLS and waits
        var request = HTTPRequest(.post, url, body: [1])
        request.timeouts.connect = .milliseconds(300)
        #expect(try failure(request) == .timedOut(host: url.authority, .definitelyNotSent))
    }

    @Test func `a header field with a line break is not sent`() throws {
        let error = try failure("/ok") { $0.headers = [HTTPHeader("X-A", "b\r\nX-Evil: 1")] }
        #expect(error == .badRequest("the header field X-A is not well formed"))
        #expect(try text("/connections") == "1")
    }

    @Test func `rejects an unsupported proxy URL when the transport is created`() {
        for proxy in ["127.0.0.1:9050", "ftp://127.0.0.1", "socks5h://a b", ""] {
            #expect(throws: HTTPError.self) { try CurlTransport(CurlOptions(proxy: proxy)) }
        }
    }

    // MARK: it may have arrived

    @Test(arguments: ["/reset", "/close", "/truncated"])
    func `a connection lost after sending means that the request may have arrived`(path: String) throws {
        let error = try failure(HTTPRequest(.post, try server.url(path), body: [1]))
        guard case .connectionLost = error else { throw error }
        #expect(error.delivery == .mayHaveArrived)
    }

    @Test func `a response timeout means that the request may have arrived`() throws {
        let error = try failure("/silent") { $0.timeouts.total = .milliseconds(400) }
        #expect(error == .timedOut(host: "127.0.0.1:\(server.port)", .mayHaveArrived))
    }

    @Test func `times out on a response that arrives too slowly`() throws {
        let error = try failure("/drip") { $0.timeouts.stall = .seconds(1) }
        #expect(error == .timedOut(host: "127.0.0.1:\(server.port)", .mayHaveArrived))
    }

    @Test(arguments: ["/huge", "/huge-declared", "/endless-headers"])
    func `rejects a response that exceeds the size limit`(path: String) throws {
        let error = try failure(path) { $0.sizeLimit = 100_000 }
        #expect(error == .tooLarge(host: "127.0.0.1:\(server.port)", limit: 100_000))
        #expect(error.delivery == .mayHaveArrived)
    }

    @Test func `accepts a response of exactly the size limit and rejects one byte more`() throws {
        #expect(try get("/ok") { $0.sizeLimit = 5 }.body.count == 5)
        #expect(try failure("/ok") { $0.sizeLimit = 4 } == .tooLarge(host: "127.0.0.1:\(server.port)", limit: 4))
    }

    @Test func `rejects a response that is not HTTP`() throws {
        let error = try failure("/garbage")
        guard case .notHTTP = error else { throw error }
        #expect(error.delivery == .mayHaveArrived)
    }

    @Test func `never sends a POST twice, even if the kept connection was closed`() throws {
        _ = try get("/then-close")
        _ = try failure(HTTPRequest(.post, try server.url("/reset"), body: [1]))
        #expect(try text("/log").split(separator: "\n").filter { $0.hasPrefix("POST") }.count == 1)
    }

    // MARK: redirects

    @Test(arguments: [RedirectPolicy.none, .sameHost])
    func `rejects a redirect over http and reports its location`(policy: RedirectPolicy) throws {
        let error = try failure("/redirect?/ok") { $0.redirects = policy }
        #expect(error == .redirectRefused(host: "127.0.0.1:\(server.port)", location: "/ok"))
    }

    @Test func `follows redirects over https only if allowed and only to the same host`() throws {
        let secure = try FaultServer(tls: "127.0.0.1")
        let trusting = try CurlTransport(CurlOptions(caFile: secure.certificate))
        let host = "127.0.0.1:\(secure.port)"
        for location in ["/ok", "https://\(host)/ok"] {
            var request = HTTPRequest(try secure.url("/redirect?\(location)"))
            #expect(try failure(request, trusting) == .redirectRefused(host: host, location: location))
            request.redirects = .sameHost
            #expect(try trusting.perform(request).body == Array("hello".utf8))
            request.method = .post
            #expect(try failure(request, trusting) == .redirectRefused(host: host, location: location))
        }
        for location in [
            "http://\(host)/ok", "https://localhost:\(secure.port)/ok", "//evil.example/", "https://127.0.0.1:1/ok",
            "ok",
            "https://user@\(host)/ok",
        ] {
            let request = HTTPRequest(try secure.url("/redirect?\(location)"), redirects: .sameHost)
            #expect(try failure(request, trusting) == .redirectRefused(host: host, location: location))
        }
        let loop = HTTPRequest(try secure.url("/redirect?/redirect?/redirect"), redirects: .sameHost)
        guard case .redirectRefused = try failure(loop, trusting) else {
            Issue.record("a redirect without a target was followed")
            return
        }
    }

    // MARK: TLS and proxies

    @Test func `rejects a self-signed certificate unless it is given as the CA file`() throws {
        let secure = try FaultServer(tls: "127.0.0.1")
        let request = HTTPRequest(.post, try secure.url("/ok"), body: [1])
        let error = try failure(request)
        guard case .badCertificate = error else { throw error }
        #expect(error.delivery == .definitelyNotSent)
        let trusting = try CurlTransport(CurlOptions(caFile: secure.certificate))
        #expect(try trusting.perform(request).status == 200)
    }

    @Test func `a trusted certificate for another host is refused`() throws {
        let secure = try FaultServer(tls: "other.example")
        let trusting = try CurlTransport(CurlOptions(caFile: secure.certificate))
        let error = try failure(HTTPRequest(try secure.url("/ok")), trusting)
        guard case .badCertificate = error else { throw error }
    }

    @Test func `reports a missing or invalid CA file as a setup error`() throws {
        let secure = try FaultServer(tls: "127.0.0.1")
        for file in ["/nonexistent.pem", #filePath] {
            let error = try failure(HTTPRequest(try secure.url("/ok")), try CurlTransport(CurlOptions(caFile: file)))
            guard case .badSetup = error else { throw error }
        }
    }

    @Test func `sends all requests except those to loopback through the given proxy`() throws {
        let proxied = try CurlTransport(CurlOptions(proxy: "http://127.0.0.1:\(server.port)"))
        let error = try failure(HTTPRequest(.post, try HTTPURL("https://horizon.example.invalid/"), body: [1]), proxied)
        #expect(error.delivery == .definitelyNotSent)
        #expect(try proxied.perform(HTTPRequest(try server.url("/ok"))).status == 200)
        #expect(try text("/log").hasPrefix("CONNECT horizon.example.invalid:443 HTTP/1.1\nGET /ok HTTP/1.1\n"))
    }

    @Test func `ignores the proxy variables of the environment`() throws {
        setenv("https_proxy", "http://127.0.0.1:\(server.port)", 1)
        setenv("ALL_PROXY", "http://127.0.0.1:\(server.port)", 1)
        defer {
            unsetenv("https_proxy")
            unsetenv("ALL_PROXY")
        }
        var request = HTTPRequest(try HTTPURL("https://192.0.2.1/"))  // reserved for documentation, RFC 5737
        request.timeouts.connect = .milliseconds(300)
        #expect(try failure(request).delivery == .definitelyNotSent)
        #expect(try text("/log") == "GET /log HTTP/1.1")
    }
}
