// SPDX-License-Identifier: Apache-2.0

import AnchorAPI
import HTTP
import Stellar
import StellarXDR
import Testing

struct FederationTests {
    private static let account = "GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ"
    private static let toml = "FEDERATION_SERVER = \"https://fed.example.com/federation\"\n"

    /// A transport to one domain: its stellar.toml and the federation server's response.
    private static func transport(
        toml: String = toml, status: Int = 200, answer: String = "{}", answerStatus: Int = 200
    ) -> RecordedTransport {
        RecordedTransport { request in
            request.url.path == "/.well-known/stellar.toml"
                ? .success(HTTPResponse(status: status, body: Array(toml.utf8)))
                : .success(HTTPResponse(status: answerStatus, body: Array(answer.utf8)))
        }
    }

    private static func resolve(_ name: String = "bob*example.com", _ transport: RecordedTransport) throws
        -> FederationRecord
    {
        try Federation(DomainFiles(by: transport)).resolve(FederationName(name))
    }

    @Test func `looks up a name at the federation server of its domain`() throws {
        let transport = Self.transport(
            answer: "{\"stellar_address\":\"bob*example.com\",\"account_id\":\"\(Self.account)\"}")
        let found = try Self.resolve("bob*example.com", transport)
        #expect(found.account.address == Self.account && found.memo == .none)
        #expect(
            transport.requests.map(\.url.text) == [
                "https://example.com/.well-known/stellar.toml",
                "https://fed.example.com/federation?q=bob%2Aexample.com&type=name",
            ])
    }

    @Test(arguments: [
        ("\"memo_type\":\"text\",\"memo\":\"hello\"", "text:hello"), ("\"memo_type\":\"id\",\"memo\":\"7\"", "id:7"),
        ("\"memo_type\":\"id\",\"memo\":18446744073709551615", "id:18446744073709551615"),
        (
            "\"memo_type\":\"hash\",\"memo\":\"AQIDBAUGBwgJCgsMDQ4PEBESExQVFhcYGRobHB0eHyA=\"",
            "hash:0102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f20"
        ),
    ])
    func `returns the memo of a federation record`(members: String, memo: String) throws {
        let transport = Self.transport(answer: "{\"account_id\":\"\(Self.account)\",\(members)}")
        #expect(try Self.resolve("bob*example.com", transport).memo == Memo(argument: memo))
    }

    @Test(arguments: [
        ("bob*Example.COM", "bob*example.com"), ("bob*example.com", "bob*EXAMPLE.com"),
        ("bob*EXAMPLE.com", "bob*Example.com"),
    ])
    func `accepts the case of a domain that a server echoes`(asked: String, echoed: String) throws {
        let transport = Self.transport(answer: "{\"account_id\":\"\(Self.account)\",\"stellar_address\":\"\(echoed)\"}")
        #expect(try Self.resolve(asked, transport).account.address == Self.account)
        #expect(try FederationName(asked).text == "bob*example.com")
    }

    @Test(arguments: ["Bob*example.com", "bob*example.org", "bob", "bob*example.com.", "bob*example.com*x"])
    func `rejects an echo of another name`(echoed: String) {
        let answer = "{\"account_id\":\"\(Self.account)\",\"stellar_address\":\"\(echoed)\"}"
        let error = #expect(throws: AnchorError.self) {
            try Self.resolve("bob*example.com", Self.transport(answer: answer))
        }
        #expect(error?.message.contains("about another name: \(echoed)") == true)
    }

    @Test(arguments: [
        ("\"memo\":\"x\"", "has no memo_type"), ("\"memo_type\":\"note\",\"memo\":\"x\"", "text, id or hash: note"),
        ("\"memo_type\":\"hash\",\"memo\":\"AQID\"", "is not base64 of 32 bytes"),
    ])
    func `says what is wrong with a memo`(members: String, words: String) {
        let answer = "{\"account_id\":\"\(Self.account)\",\(members)}"
        let error = #expect(throws: AnchorError.self) {
            try Self.resolve("bob*example.com", Self.transport(answer: answer))
        }
        #expect(
            error?.message.contains("the memo in its answer \(words)") == true || error?.message.contains(words) == true
        )
    }

    @Test(arguments: [
        "", ",\"memo\":null", ",\"memo\":\"\"", ",\"memo\":\"\",\"memo_type\":\"\"", ",\"memo_type\":\"none\"",
    ])
    func `takes an empty memo for none`(members: String) throws {
        let transport = Self.transport(answer: "{\"account_id\":\"\(Self.account)\"\(members)}")
        #expect(try Self.resolve("bob*example.com", transport).memo == .none)
    }

    @Test(arguments: [
        "{}", "[]", "not JSON", "{\"account_id\":7}", "{\"account_id\":\"GABC\"}",
        "{\"account_id\":\"\(account)\",\"memo_type\":\"text\"}", "{\"account_id\":\"\(account)\",\"memo\":\"x\"}",
        "{\"account_id\":\"\(account)\",\"memo_type\":\"note\",\"memo\":\"x\"}",
        "{\"account_id\":\"\(account)\",\"memo_type\":\"text\",\"memo\":\"12345678901234567890123456789\"}",
        "{\"account_id\":\"\(account)\",\"memo_type\":\"id\",\"memo\":\"-1\"}",
        "{\"account_id\":\"\(account)\",\"memo_type\":\"hash\",\"memo\":\"AQID\"}",
        "{\"account_id\":\"\(account)\",\"stellar_address\":\"eve*example.com\"}",
        "{\"account_id\":\"\(account)\",\"account_id\":\"\(account)\"}",
    ])
    func `reports a malformed or contradictory response as a broken server`(answer: String) {
        let error = #expect(throws: AnchorError.self) {
            try Self.resolve("bob*example.com", Self.transport(answer: answer))
        }
        guard case .broken = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test func `distinguishes an unknown name, a failing server and a missing server`() {
        #expect(throws: AnchorError.noSuchName("bob*example.com")) {
            try Self.resolve("bob*example.com", Self.transport(answerStatus: 404))
        }
        #expect(throws: AnchorError.unavailable(domain: "example.com", status: 500)) {
            try Self.resolve("bob*example.com", Self.transport(answerStatus: 500))
        }
        #expect(throws: AnchorError.noToml(domain: "example.com")) {
            try Self.resolve("bob*example.com", Self.transport(status: 404))
        }
        #expect(throws: AnchorError.noFederationServer(domain: "example.com")) {
            try Self.resolve("bob*example.com", Self.transport(toml: "A = 1"))
        }
    }

    @Test(arguments: [
        "bob", "bob*", "*example.com", "a*b*example.com", "bob *example.com", "b\nob*example.com", "<bob*example.com",
    ])
    func `rejects a malformed federation name`(text: String) {
        #expect(throws: AnchorError.badName(text)) { try FederationName(text) }
    }

    @Test(arguments: [
        "example.com/x", "user@example.com", "example.com?x", "exa mple.com", "", "EXAMPLE.com.", "\u{e4}xample.com",
        "https://example.com", "[::1", "example.com:99999",
    ])
    func `rejects a malformed home domain`(text: String) {
        #expect(throws: AnchorError.self) { try HomeDomain(text, allowsLoopback: true) }
    }

    @Test func `uses http for loopback, and only if loopback is allowed`() throws {
        #expect(throws: AnchorError.loopback("localhost:8000")) {
            try HomeDomain("localhost:8000", allowsLoopback: false)
        }
        #expect(try HomeDomain("localhost:8000", allowsLoopback: true).origin.text == "http://localhost:8000/")
        #expect(try HomeDomain("Example.COM", allowsLoopback: true).origin.text == "https://example.com/")
    }

    @Test(arguments: [
        "http://fed.example.com/", "ftp://fed.example.com", "//fed.example.com", "https://", "http://127.0.0.1/f",
    ])
    func `rejects a federation server that does not use https`(server: String) {
        let error = #expect(throws: AnchorError.self) {
            try Self.resolve("bob*example.com", Self.transport(toml: "FEDERATION_SERVER = \"\(server)\""))
        }
        guard case .badField = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }
}
