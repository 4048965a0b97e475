// SPDX-License-Identifier: Apache-2.0

import Codec
import HTTP
import LedgerAPI
import Stellar
import Testing

struct ServersTests {
    @Test func `an invalid Horizon URL fails only when a client is requested`() throws {
        let servers = try HorizonServers(urls: ["nonsense"])
        _ = try servers.transport()
        let error = #expect(throws: Failure.self) { try servers.client(for: .testnet) }
        #expect(error?.kind == .usage && error?.message.hasPrefix("the Horizon URL: ") == true)
    }

    @Test func `removes duplicate servers and keeps the given order`() throws {
        let urls = ["https://b.example/", "https://a.example", "https://b.example"]
        let client = try HorizonServers(urls: urls).client(for: .testnet)
        #expect(client.bases.map(\.authority) == ["b.example", "a.example"])
    }

    @Test func `requires a URL for a network without a default server`() throws {
        let error = #expect(throws: Failure.self) {
            try HorizonServers().client(for: Network(passphrase: "Another network"))
        }
        #expect(error?.kind == .usage)
        #expect(try HorizonServers().client(for: .testnet).bases.count == 1)
    }
}
