// SPDX-License-Identifier: Apache-2.0

import CurlHTTP
import Faults
import Horizon
import Stellar
import Testing

struct ServersTests {
    @Test func `a text that is not a URL stops only what needs a Horizon server`() throws {
        let servers = try HorizonServers(urls: ["nonsense"])
        _ = try servers.transport()
        let error = #expect(throws: Failure.self) { try servers.client(for: .testnet) }
        #expect(error?.kind == .usage && error?.message.hasPrefix("the Horizon URL: ") == true)
    }

    @Test func `a server given twice counts once, in the order given`() throws {
        let urls = ["https://b.example/", "https://a.example", "https://b.example"]
        let client = try HorizonServers(urls: urls).client(for: .testnet)
        #expect(client.bases.map(\.authority) == ["b.example", "a.example"])
    }

    @Test func `a network without a usual server needs a URL`() throws {
        let error = #expect(throws: Failure.self) {
            try HorizonServers().client(for: Network(passphrase: "Another network"))
        }
        #expect(error?.kind == .usage)
        #expect(try HorizonServers().client(for: .testnet).bases.count == 1)
    }
}
