// SPDX-License-Identifier: Apache-2.0

import HTTP
import Testing

struct HTTPURLTests {
    @Test(arguments: [
        "https://horizon.stellar.org/", "https://horizon.stellar.org/fee_stats?x=1&y=%2B",
        "http://localhost:8000/", "http://127.0.0.1/a", "http://127.255.255.254:1/a", "http://[::1]:65535/",
        "https://192.168.1.1/", "https://[2001:db8::1]/", "https://xn--bcher-kva.example/", "https://a_b.example/~x",
    ])
    func `keeps an allowed URL unchanged`(text: String) throws {
        #expect(try HTTPURL(text).text == text)
    }

    @Test func `lowercases scheme and host and adds a missing path`() throws {
        let url = try HTTPURL("HTTPS://Horizon.Stellar.ORG")
        #expect(url.text == "https://horizon.stellar.org/")
    }

    @Test(arguments: [
        "http://horizon.stellar.org/", "http://128.0.0.1/", "http://127.0.0.1.example.com/",
        "http://localhost.example/",
        "http://[::2]/", "http://0.0.0.0/", "http://10.0.0.1/", "http://[::ffff:127.0.0.1]/",
    ])
    func `rejects http to a host other than loopback`(text: String) {
        #expect { try HTTPURL(text) } throws: { error in
            if case .insecure = error as? HTTPURLError { true } else { false }
        }
    }

    @Test(arguments: [
        ("", HTTPURLError.unsupportedScheme), ("horizon.stellar.org", .unsupportedScheme),
        ("ftp://example.com/", .unsupportedScheme), ("file:///etc/passwd", .unsupportedScheme),
        ("https:/example.com", .unsupportedScheme), (" https://example.com", .notPrintable(offset: 0)),
        ("https://user@example.com/", .userInformation), ("https://user:secret@example.com/", .userInformation),
        ("https://127.0.0.1:80@evil.example/", .userInformation), ("https:///path", .badHost), ("https://", .badHost),
        ("https://example..com/", .badHost), ("https://.example.com/", .badHost), ("https://-a.example/", .badHost),
        ("https://exa%6dple.com/", .badHost), ("https://a b.example/", .notPrintable(offset: 9)),
        ("https://127.1/", .badHost),
        ("https://0x7f.0.0.0x1/", .badHost), ("https://2130706433/", .badHost), ("https://0177.0.0.1/", .badHost),
        ("https://1.2.3.256/", .badHost), ("https://[::1/", .badHost), ("https://[fe80::1%25eth0]/", .badHost),
        ("https://[]/", .badHost), ("https://example.com:/", .badPort), ("https://example.com:0/", .badPort),
        ("https://example.com:65536/", .badPort), ("https://example.com:+80/", .badPort),
        ("https://[::1]80/", .badPort),
        ("https://example.com:80:80/", .badPort), ("https://example.com/a b", .notPrintable(offset: 21)),
        ("https://example.com/\r\nHost: evil", .notPrintable(offset: 20)),
        ("https://example.com/a%2", .badPath(offset: 21)),
        ("https://example.com/%zz", .badPath(offset: 20)), ("https://example.com/a/../b", .badPath(offset: 22)),
        ("https://example.com/%2E%2e/b", .badPath(offset: 20)), ("https://example.com/\\evil", .badPath(offset: 20)),
        ("https://[::\u{e}\u{11}]/", .notPrintable(offset: 11)),
        ("https\u{1a}\u{f}\u{f}host", .notPrintable(offset: 5)),
        ("https://example.com/%\u{10}\u{11}", .notPrintable(offset: 21)),
        ("https://a\u{7f}.example/", .notPrintable(offset: 9)),
        ("https://example.com/\u{0}", .notPrintable(offset: 20)), ("https://[::g]/", .badHost),
        ("https://[::@1]/", .userInformation),
        ("https://example.com/#top", .fragment(offset: 20)), ("https://exämple.com/", .notASCII(offset: 10)),
    ])
    func `rejects a malformed or ambiguous URL`(text: String, error: HTTPURLError) {
        #expect(throws: error) { try HTTPURL(text) }
    }

    @Test func `rejects an overlong URL`() {
        #expect(throws: HTTPURLError.tooLong(limit: 8192)) {
            try HTTPURL("https://example.com/" + String(repeating: "a", count: 8192))
        }
    }

    @Test func `appends encoded segments below a base path and replaces the query`() throws {
        let base = try HTTPURL("https://example.com/horizon/?old=1")
        let url = base.appending("accounts", "a/b", query: [("tx", "A+/="), ("sp ace", "ü")])
        #expect(url.text == "https://example.com/horizon/accounts/a%2Fb?tx=A%2B%2F%3D&sp%20ace=%C3%BC")
    }

    @Test func `compares origins using the scheme's default port`() throws {
        let base = try HTTPURL("https://example.com/a")
        #expect(base.hasSameOrigin(as: try HTTPURL("https://example.com:443/b")))
        #expect(!base.hasSameOrigin(as: try HTTPURL("https://example.com:444/a")))
        #expect(!base.hasSameOrigin(as: try HTTPURL("https://example.com.evil.net/a")))
        #expect(!(try HTTPURL("http://localhost:443/").hasSameOrigin(as: try HTTPURL("https://localhost/"))))
    }
}
