// SPDX-License-Identifier: Apache-2.0

import CurlHTTP
import Horizon
import Stellar
import StellarXDR
import Testing
import TextCodec

struct FriendbotTests {
    private func root(_ link: String?, network: Network = .testnet) throws -> HorizonRoot {
        var json = try #require(try Recording.json("root").asObject)
        json["network_passphrase"] = .string(network.passphrase)
        json["_links"] = link.map { ["friendbot": ["href": .string($0)]] } ?? [:]
        return try HorizonRoot(.object(json))
    }

    private func client(_ base: String) throws -> HorizonClient { try Asked(base: base).client }

    @Test(arguments: [
        ("http://127.0.0.1:8000/", "http://127.0.0.1:8000/friendbot{?addr}", "http://127.0.0.1:8000/friendbot"),
        (
            "https://horizon-testnet.stellar.org/", "https://friendbot.stellar.org/{?addr}",
            "https://friendbot.stellar.org/"
        ),
    ])
    func `takes the link when it stays on the server or is the known one`(base: String, link: String, url: String)
        throws
    {
        #expect(try client(base).friendbot(try root(link)) == (try HTTPURL(url)))
    }

    @Test(arguments: [
        "https://friendbot.stellar.org.evil.example/{?addr}", "http://friendbot.stellar.org/{?addr}",
        "https://evil.example/", "http://127.0.0.1:8000/friendbot", "javascript:alert(1)", "",
    ])
    func `does not follow a link to anywhere else`(link: String) throws {
        #expect(try client("https://horizon-testnet.stellar.org/").friendbot(try root(link)) == nil)
    }

    @Test func `there is no friendbot for real money, and none without a link`() throws {
        let link = "http://127.0.0.1:8000/friendbot{?addr}"
        #expect(try client("http://127.0.0.1:8000/").friendbot(try root(link, network: .public)) == nil)
        #expect(try client("http://127.0.0.1:8000/").friendbot(try root(nil)) == nil)
        let unknown = Network(passphrase: "my own")
        #expect(try client("http://127.0.0.1:8000/").friendbot(try root(link, network: unknown)) != nil)
        #expect(
            try client("https://example.com/").friendbot(try root("https://friendbot.stellar.org/", network: unknown))
                == nil)
    }

    @Test func `asks for money and says which transaction brought it`() throws {
        let asked = try Asked("friendbot")
        let account = try Recording.account(Recording.bob)
        let hash = try asked.client.fund(account, friendbot: try HTTPURL("http://127.0.0.1:8000/friendbot"))
        #expect(hash != nil)
        #expect(asked.targets == ["/friendbot?addr=\(Recording.bob)"])
    }

    @Test func `says why there is no money`() throws {
        let asked = try Asked("friendbot_again", status: 400)
        let error = try #require(throws: HorizonError.self) {
            try asked.client.fund(
                try Recording.account(Recording.bob), friendbot: try HTTPURL("http://127.0.0.1:8000/friendbot"))
        }
        #expect(error.message.contains("already funded"))
    }

    @Test func `the usual servers are those of the public networks`() {
        #expect(HorizonClient.usualURL(of: .public)?.text == "https://horizon.stellar.org/")
        #expect(HorizonClient.usualURL(of: .testnet)?.text == "https://horizon-testnet.stellar.org/")
        #expect(HorizonClient.usualURL(of: .local) == nil)
    }
}
