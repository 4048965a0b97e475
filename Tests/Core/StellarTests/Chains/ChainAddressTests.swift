// SPDX-License-Identifier: Apache-2.0

import Codec
import Stellar
import Testing

struct ChainAddressTests {
    /// EIP-55 §Test Cases.
    static let checksummed = [
        "0x52908400098527886E0F7030069857D2E4169EE7", "0x8617E340B3D01FA5F11F306F4090FD50E238070D",
        "0xde709f2102306220921060314715629080e2fb77", "0x27b1fdb04752bbc536007a920d24acb045561c26",
        "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed", "0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359",
        "0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB", "0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb",
    ]

    @Test(arguments: checksummed) func `reads and writes the checksum of EIP-55`(text: String) throws {
        let address = try #require(EthereumAddress(text))
        #expect(address.text == text)
        let digits = text.dropFirst(2)
        #expect(EthereumAddress("0x" + digits.lowercased()) == address)
        #expect(EthereumAddress("0x" + digits.uppercased()) == address)
    }

    @Test(arguments: checksummed) func `rejects the other case of any letter of a mixed address`(text: String) {
        for (index, byte) in text.utf8.enumerated().dropFirst(2) where byte > UInt8(ascii: "9") {
            var changed = Array(text.utf8)
            changed[index] ^= 0x20
            let other = String(decoding: changed, as: UTF8.self)
            let digits = other.dropFirst(2)
            if digits.lowercased() == digits || digits.uppercased() == digits { continue }
            #expect(EthereumAddress(other) == nil, "\(other)")
        }
    }

    @Test(arguments: [
        "", "0x", "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAe", "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed0",
        "5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed", "0X5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
        "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeg", " 0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
        "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeA\n", "0x５aAeb6053F3E94C9b9A09f33669435E7Ef1Be", "vitalik.eth",
    ])
    func `rejects what is not an Ethereum address`(text: String) { #expect(EthereumAddress(text) == nil) }

    @Test(arguments: [
        "", "HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DK", "HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk1",
        "1HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk", "HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpq0",
        " HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk", "JEKNVnkbo3jma5nREBBJCDoXFVeKkD56V3xKrvRmWxFH",
        "1111111111111111111111111111111", "111111111111111111111111111111111",
        "GAAZI4TCR3TY5OJHCTJC2A4QSY6CJWJH5IAJTGKIN2ER7LBNVKOCCWN7",
    ])
    func `rejects what is not base58 of 32 bytes`(text: String) { #expect(SolanaAddress(text) == nil) }

    @Test func `an address is one of its own chain only`() {
        #expect(ChainAddress(ChainSample.solana, on: .solana)?.text == ChainSample.solana)
        #expect(ChainAddress(ChainSample.ethereum, on: .base)?.text == ChainSample.ethereum)
        #expect(ChainAddress(ChainSample.ethereum.lowercased(), on: .polygon)?.text == ChainSample.ethereum)
        #expect(
            ChainAddress(ChainSample.solana, chain: .eip155) == nil
                && ChainAddress(ChainSample.ethereum, chain: .solana) == nil)
        #expect(ChainAddress(ChainSample.solana, chain: .stellar) == nil)
    }

    @Test func `the networks are those of CAIP-2 that the ramp knows`() {
        for network in ChainNetwork.allCases {
            #expect(ChainNetwork(caip2: network.caip2) == network)
            #expect(network.caip2.hasPrefix(network.chain.rawValue + ":"))
        }
        #expect(ChainNetwork(caip2: "eip155:8453") == .base)
    }

    @Test(arguments: [
        "", "eip155", "eip155:", "eip155:01", "eip155:1 ", "EIP155:1", "eip155:5", "eip155:11155111", "solana",
        "solana:devnet",
        "solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvd", "solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1", "stellar:pubnet",
        "bip122:1",
    ])
    func `rejects other networks`(text: String) { #expect(ChainNetwork(caip2: text) == nil) }

    @Test func `a chain has one scheme, and Stellar none of these`() {
        #expect(MessageScheme(of: .solana) == .solanaRaw && MessageScheme(of: .eip155) == .eip191)
        #expect(MessageScheme(of: .stellar) == nil)
    }
}
