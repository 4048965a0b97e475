// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import LoopbackHTTP

struct RequestHeadTests {
    private static func parse(_ text: String) throws -> RequestHead { try RequestHead(parsing: Array(text.utf8)[...]) }

    @Test func `reads the request line and headers as they were sent`() throws {
        let head = try Self.parse(
            "POST /a/%20b?x=1&y=?2 HTTP/1.1\r\nHost: 127.0.0.1:8400\r\nX-Two:\t a  b \r\nContent-Length: 17\r\nX-None:\r\n"
        )
        #expect(head.request.method == "POST" && head.request.path == "/a/%20b" && head.request.query == "x=1&y=?2")
        #expect(head.request.headers.map(\.name) == ["Host", "X-Two", "Content-Length", "X-None"])
        #expect(head.request.header("x-two") == "a  b" && head.request.header("x-none") == "")
        #expect(head.length == 17 && head.keepsAlive && !head.awaitsContinue)
    }

    @Test(
        arguments: [
            ("GET / HTTP/1.1\r\n", true), ("GET / HTTP/1.0\r\n", false),
            ("GET / HTTP/1.1\r\nConnection: close\r\n", false),
            ("GET / HTTP/1.1\r\nConnection: Upgrade, Close\r\n", false),
            ("GET / HTTP/1.1\r\nConnection: keep-alive\r\n", true),
        ])
    func `knows whether the client keeps the connection`(text: String, keeps: Bool) throws {
        #expect(try Self.parse(text).keepsAlive == keeps)
    }

    @Test(arguments: [
        "", "\r\n", "GET\r\n", "GET /\r\n", "GET / HTTP/1.1", "GET / HTTP/1.1\n", "GET  / HTTP/1.1\r\n",
        "GET / x HTTP/1.1\r\n",
        " GET / HTTP/1.1\r\n", "G T / HTTP/1.1\r\n", "GET x HTTP/1.1\r\n", "GET http://127.0.0.1/ HTTP/1.1\r\n",
        "OPTIONS * HTTP/1.1\r\n",
        "GET /\u{e4} HTTP/1.1\r\n", "GET /\t HTTP/1.1\r\n", "GET /\0 HTTP/1.1\r\n", "GET / HTTPS/1.1\r\n",
        "GET / http/1.1\r\n",
        "GET / HTTP/1.1\r\nX\r\n", "GET / HTTP/1.1\r\n: x\r\n", "GET / HTTP/1.1\r\nX : y\r\n",
        "GET / HTTP/1.1\r\nX: y\r\n z\r\n",
        "GET / HTTP/1.1\r\nX: \0\r\n", "GET / HTTP/1.1\r\nX: a\rb\r\n", "GET / HTTP/1.1\r\nX: a\nb\r\n",
        "GET / HTTP/1.1\r\nX: \u{7f}\r\n",
        "GET / HTTP/1.1\r\nContent-Length: -1\r\n", "GET / HTTP/1.1\r\nContent-Length: +1\r\n",
        "GET / HTTP/1.1\r\nContent-Length: 0x1\r\n",
        "GET / HTTP/1.1\r\nContent-Length:\r\n", "GET / HTTP/1.1\r\nContent-Length: 1,1\r\n",
        "GET / HTTP/1.1\r\nContent-Length: 9999999999999999999\r\n",
        "GET / HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 1\r\n",
        "GET / HTTP/1.1\r\nContent-Length: 1\r\ncontent-length: 2\r\n",
    ])
    func `rejects what is not a request`(text: String) {
        #expect(throws: RequestHead.ParsingError(400, "This is not an HTTP request.")) { try Self.parse(text) }
    }

    @Test(arguments: ["HTTP/0.9", "HTTP/2.0", "HTTP/1.10", "HTTP/"])
    func `rejects another version`(version: String) {
        #expect(throws: RequestHead.ParsingError(505, "Only HTTP/1.1 is understood.")) {
            try Self.parse("GET / \(version)\r\n")
        }
    }

    @Test(arguments: ["chunked", "identity", "gzip, chunked", ""])
    func `rejects a body whose length is not stated`(coding: String) {
        #expect(throws: RequestHead.ParsingError(501, "A body must state its length with Content-Length.")) {
            try Self.parse("POST / HTTP/1.1\r\nContent-Length: 3\r\nTransfer-Encoding: \(coding)\r\n")
        }
    }

    @Test func `rejects more headers than the limit`() throws {
        let most = String(repeating: "X: y\r\n", count: RequestHead.mostHeaders)
        #expect(try Self.parse("GET / HTTP/1.1\r\n\(most)").request.headers.count == RequestHead.mostHeaders)
        #expect(throws: RequestHead.ParsingError(431, "There are more than 100 headers.")) {
            try Self.parse("GET / HTTP/1.1\r\n\(most)X: y\r\n")
        }
    }

    @Test func `a header that is repeated has no value`() throws {
        let request = try Self.parse("GET / HTTP/1.1\r\nHost: a\r\nhost: b\r\n").request
        #expect(request.header("host") == nil && request.headers.count == 2)
    }

    @Test func `a line end in the value of a response's header begins no other header`() {
        let head = HTTPResponse(303, headers: [("Location", "/a\r\nSet-Cookie: x=1")]).head(closes: true)
        #expect(
            String(decoding: head, as: UTF8.self)
                == "HTTP/1.1 303 See Other\r\nLocation: /aSet-Cookie: x=1\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
        )
    }
}
