// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Anchors

struct WebOriginTests {
    @Test(arguments: [
        "https://transfer.meso.network", "http://127.0.0.1:8400", "http://localhost", "http://[::1]:5173",
        "https://a-b.example:80", "http://x:443",
    ])
    func `an origin as browsers write it`(_ text: String) throws {
        #expect(try #require(WebOrigin(text)).text == text)
    }

    @Test(arguments: [
        "", "null", "*", "https://", "https://:443", "https://example.com/", "https://example.com?",
        "https://Example.com",
        "HTTPS://example.com", "ftp://example.com", "https:example.com", "https://example.com:443",
        "http://example.com:80",
        "https://example.com:", "https://example.com:0", "https://example.com:065", "https://example.com:65536",
        "https://example.com:+1", "https://user@example.com", "https://[::2]", "https://[::1", "https://exämple.com",
        "https://example.com\n", " https://example.com", "https://example.com\u{0}", "https://a b",
    ])
    func `anything else`(_ text: String) {
        #expect(WebOrigin(text) == nil)
    }

    @Test func `the scheme's own port is none`() {
        #expect(WebOrigin(scheme: "https", host: "a", port: 443) == WebOrigin("https://a"))
        #expect(WebOrigin(scheme: "http", host: "a", port: 80) == WebOrigin("http://a"))
        #expect(WebOrigin(scheme: "https", host: "a", port: 80) != WebOrigin("https://a"))
    }

    @Test func `loopback is this machine and no name that looks like it`() {
        for text in ["http://127.0.0.1:1", "http://localhost", "http://[::1]"] {
            #expect(WebOrigin(text)?.isLoopback == true)
        }
        for text in ["http://127.0.0.1.example", "http://localhost.example", "https://a"] {
            #expect(WebOrigin(text)?.isLoopback == false)
        }
    }
}
