// SPDX-License-Identifier: Apache-2.0

import Stellar
import Testing

/// The worked example of `Chains.md`; change both together.
struct ChainExampleTests {
    @Test func `the example of the documentation works`() throws {
        let network = try #require(ChainNetwork(caip2: "solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp"))
        let address = try #require(ChainAddress("HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk", on: network))
        let text = "a.example wants you to sign in with your Solana account:\n\(address.text)\n\nNonce: 12345678"
        let message = ChainMessage(
            network: network, address: address, scheme: .solanaRaw, origin: "https://b.example",
            purpose: "wallet verification", bytes: Array(text.utf8))

        #expect(message.fault == nil)
        #expect(message.notices == [.otherDomain(domain: "a.example", origin: "https://b.example")])
        #expect(SignInText(text)?.domain == "a.example")
    }
}
