// SPDX-License-Identifier: Apache-2.0

import Codec
import HTTP
import LedgerAPI
import Stellar
import StellarXDR
import Testing

struct FriendbotTests {
    private func root(_ link: String?, network: Network = .testnet) throws -> HorizonRoot {
        var json = try #require(try Recording.json("root").asObject)
        json["network_passphrase"] = .string(network.passphrase)
        json["_links"] = link.map { ["friendbot": ["href": .string($0)]] } ?? [:]
        return try HorizonRoot(.object(json))
    }

    private func client(_ base: String) throws -> HorizonClient { try AskedHorizon(base: base).client }

    @Test(arguments: [
        ("http://127.0.0.1:8000/", "http://127.0.0.1:8000/friendbot{?addr}", "http://127.0.0.1:8000/friendbot"),
        (
            "https://horizon-testnet.stellar.org/", "https://friendbot.stellar.org/{?addr}",
            "https://friendbot.stellar.org/"
        ),
    ])
    func `accepts a friendbot link to the same server or the known host`(base: String, link: String, url: String)
        throws
    {
        #expect(try client(base).friendbot(try root(link)) == (try HTTPURL(url)))
    }

    @Test(arguments: [
        "https://friendbot.stellar.org.evil.example/{?addr}", "http://friendbot.stellar.org/{?addr}",
        "https://evil.example/", "http://127.0.0.1:8000/friendbot", "javascript:alert(1)", "",
    ])
    func `ignores a friendbot link to any other origin`(link: String) throws {
        #expect(try client("https://horizon-testnet.stellar.org/").friendbot(try root(link)) == nil)
    }

    @Test func `finds no friendbot on the public network or without a link`() throws {
        let link = "http://127.0.0.1:8000/friendbot{?addr}"
        #expect(try client("http://127.0.0.1:8000/").friendbot(try root(link, network: .public)) == nil)
        #expect(try client("http://127.0.0.1:8000/").friendbot(try root(nil)) == nil)
        let unknown = Network(passphrase: "my own")
        #expect(try client("http://127.0.0.1:8000/").friendbot(try root(link, network: unknown)) != nil)
        #expect(
            try client("https://example.com/").friendbot(try root("https://friendbot.stellar.org/", network: unknown))
                == nil)
    }

    @Test func `requests funding and returns the transaction's hash`() throws {
        let asked = try AskedHorizon("friendbot")
        let account = try Recording.account(Recording.bob)
        let hash = try asked.client.fund(account, friendbot: try HTTPURL("http://127.0.0.1:8000/friendbot"))
        #expect(hash != nil)
        #expect(asked.targets == ["/friendbot?addr=\(Recording.bob)"])
    }

    @Test func `reports the reason for a refused funding request`() throws {
        let asked = try AskedHorizon("friendbot_again", status: 400)
        let error = try #require(throws: HorizonError.self) {
            try asked.client.fund(
                try Recording.account(Recording.bob), friendbot: try HTTPURL("http://127.0.0.1:8000/friendbot"))
        }
        #expect(error.message.contains("already funded"))
    }

    @Test func `the default servers are those of the public network and testnet`() {
        #expect(HorizonClient.usualURL(of: .public)?.text == "https://horizon.stellar.org/")
        #expect(HorizonClient.usualURL(of: .testnet)?.text == "https://horizon-testnet.stellar.org/")
        #expect(HorizonClient.usualURL(of: .local) == nil)
    }
}
