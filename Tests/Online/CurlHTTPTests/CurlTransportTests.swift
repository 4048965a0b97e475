// SPDX-License-Identifier: Apache-2.0

import CurlHTTP
import Foundation
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

    @Test func `brings back status, headers in lower case and body`() throws {
        let response = try get("/ok")
        #expect(response.status == 200)
        #expect(String(decoding: response.body, as: UTF8.self) == "hello")
        #expect(response.header("Content-Type") == "text/plain")
        #expect(response.headers.filter { $0.name == "x-two" }.map(\.value) == ["first", "second"])
    }

    @Test func `an error status is an answer like any other`() throws {
        let response = try get("/status?503")
        #expect(response.status == 503)
        #expect(response.header("retry-after") == "7")
    }

    @Test func `headers of an interim answer are not taken for the final ones`() throws {
        let response = try get("/interim")
        #expect(response.status == 200)
        #expect(response.header("x-early") == nil)
    }

    @Test func `sends what it is told and little else`() throws {
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
    func `every method carries its body, an empty one too`(method: HTTPMethod) throws {
        for body in [[], Array("two\nlines".utf8)] {
            let request = HTTPRequest(method, try server.url("/echo"), body: body)
            let sent = String(decoding: try transport.perform(request).body, as: UTF8.self)
            #expect(sent.hasPrefix("\(method.rawValue) /echo "))
            #expect(sent.hasSuffix("\r\n\r\n" + String(decoding: body, as: UTF8.self)))
        }
    }

    @Test func `a body of megabytes goes out without asking for permission first`() throws {
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

    @Test func `the failure of one request says nothing about the next`() throws {
        #expect(try get("/status?201").status == 201)
        #expect(throws: HTTPError.self) { try get("/close") }
        #expect(try get("/status?202").status == 202)
    }

    // MARK: nothing was sent

    @Test func `a refused connection means that nothing was sent`() throws {
        let unused = try FaultServer().port  // that server is gone again
        let error = try failure(HTTPRequest(.post, try HTTPURL("http://127.0.0.1:\(unused)/ok"), body: [1]))
        guard case .cannotConnect = error else { throw error }
        #expect(error.delivery == .definitelyNotSent)
    }

    @Test func `a handshake that is never answered means that nothing was sent`() throws {
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

    @Test func `a proxy of an unknown kind is refused at the start`() {
        for proxy in ["127.0.0.1:9050", "ftp://127.0.0.1", "socks5h://a b", ""] {
            #expect(throws: HTTPError.self) { try CurlTransport(CurlOptions(proxy: proxy)) }
        }
    }

    // MARK: it may have arrived

    @Test(arguments: ["/reset", "/close", "/truncated"])
    func `a connection lost after sending means that it may have arrived`(path: String) throws {
        let error = try failure(HTTPRequest(.post, try server.url(path), body: [1]))
        guard case .connectionLost = error else { throw error }
        #expect(error.delivery == .mayHaveArrived)
    }

    @Test func `an answer that does not come in time means that it may have arrived`() throws {
        let error = try failure("/silent") { $0.timeouts.total = .milliseconds(400) }
        #expect(error == .timedOut(host: "127.0.0.1:\(server.port)", .mayHaveArrived))
    }

    @Test func `an answer that drips runs out of time`() throws {
        let error = try failure("/drip") { $0.timeouts.stall = .seconds(1) }
        #expect(error == .timedOut(host: "127.0.0.1:\(server.port)", .mayHaveArrived))
    }

    @Test(arguments: ["/huge", "/huge-declared", "/endless-headers"])
    func `an answer beyond the limit is not swallowed`(path: String) throws {
        let error = try failure(path) { $0.sizeLimit = 100_000 }
        #expect(error == .tooLarge(host: "127.0.0.1:\(server.port)", limit: 100_000))
        #expect(error.delivery == .mayHaveArrived)
    }

    @Test func `an answer of exactly the limit is taken and one byte more is not`() throws {
        #expect(try get("/ok") { $0.sizeLimit = 5 }.body.count == 5)
        #expect(try failure("/ok") { $0.sizeLimit = 4 } == .tooLarge(host: "127.0.0.1:\(server.port)", limit: 4))
    }

    @Test func `another protocol is not taken for HTTP`() throws {
        let error = try failure("/garbage")
        guard case .notHTTP = error else { throw error }
        #expect(error.delivery == .mayHaveArrived)
    }

    @Test func `a POST is never sent twice, even after a connection that died unnoticed`() throws {
        _ = try get("/then-close")
        _ = try failure(HTTPRequest(.post, try server.url("/reset"), body: [1]))
        #expect(try text("/log").split(separator: "\n").filter { $0.hasPrefix("POST") }.count == 1)
    }

    // MARK: redirects

    @Test(arguments: [RedirectPolicy.none, .sameHost])
    func `a redirect over http is refused and named`(policy: RedirectPolicy) throws {
        let error = try failure("/redirect?/ok") { $0.redirects = policy }
        #expect(error == .redirectRefused(host: "127.0.0.1:\(server.port)", location: "/ok"))
    }

    @Test func `redirects over https stay on their host, and only when allowed`() throws {
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

    @Test func `a self-signed certificate is refused unless its file is given`() throws {
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

    @Test func `a CA file that is not there or holds no certificate is named as the cause`() throws {
        let secure = try FaultServer(tls: "127.0.0.1")
        for file in ["/nonexistent.pem", #filePath] {
            let error = try failure(HTTPRequest(try secure.url("/ok")), try CurlTransport(CurlOptions(caFile: file)))
            guard case .badSetup = error else { throw error }
        }
    }

    @Test func `everything but loopback goes through the proxy that was given`() throws {
        let proxied = try CurlTransport(CurlOptions(proxy: "http://127.0.0.1:\(server.port)"))
        let error = try failure(HTTPRequest(.post, try HTTPURL("https://horizon.example.invalid/"), body: [1]), proxied)
        #expect(error.delivery == .definitelyNotSent)
        #expect(try proxied.perform(HTTPRequest(try server.url("/ok"))).status == 200)
        #expect(try text("/log").hasPrefix("CONNECT horizon.example.invalid:443 HTTP/1.1\nGET /ok HTTP/1.1\n"))
    }

    @Test func `proxy variables of the environment count for nothing`() throws {
        setenv("https_proxy", "http://127.0.0.1:\(server.port)", 1)
        setenv("ALL_PROXY", "http://127.0.0.1:\(server.port)", 1)
        defer {
            unsetenv("https_proxy")
            unsetenv("ALL_PROXY")
        }
        var request = HTTPRequest(try HTTPURL("https://192.0.2.1/"))  // kept free for documentation, RFC 5737
        request.timeouts.connect = .milliseconds(300)
        #expect(try failure(request).delivery == .definitelyNotSent)
        #expect(try text("/log") == "GET /log HTTP/1.1")
    }
}
