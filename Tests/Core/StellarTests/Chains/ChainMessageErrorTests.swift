// SPDX-License-Identifier: Apache-2.0

import Codec
import Stellar
import Testing

/// Every reason to refuse, and its nearest harmless neighbour.
struct ChainMessageErrorTests {
    private static func fault(_ text: String, on network: ChainNetwork = .solana) -> ChainMessageError? {
        ChainSample.message(text, on: network).fault
    }

    // MARK: bytes

    @Test(arguments: [ChainNetwork.solana, .ethereum])
    func `refuses what is a Solana message or transaction, for every chain`(network: ChainNetwork) {
        let transfer = ChainSample.transfer(from: Array(repeating: 0x41, count: 32))
        #expect(ChainSample.message(transfer, on: network).fault == .solana(.message))
        #expect(ChainSample.message(ChainSample.transfer(version: 0), on: network).fault == .solana(.message))
        #expect(ChainSample.message(ChainSample.transaction(transfer), on: network).fault == .solana(.transaction))
        for text in [Base64.encode(transfer), Base58.encode(transfer), Hex.encode(transfer)] {
            #expect(Self.fault(text, on: network) == .encodedSolana(.message))
            #expect(Self.fault(" \(text)\n", on: network) == .encodedSolana(.message))
            #expect(Self.fault("Sign \(text)", on: network) == nil)
        }
        #expect(Self.fault(Base64.encode(ChainSample.transaction(transfer))) == .encodedSolana(.transaction))
        #expect(Self.fault(Base64.encode(transfer + [0]), on: network) == nil)
    }

    /// 32 signers and 41 keys of letters, nine instructions: all bytes are visible characters, tabs or line feeds.
    @Test func `refuses a Solana message that is a readable text`() {
        let letters = Array(repeating: UInt8(ascii: "A"), count: 32)
        let instruction = Array("\n\t%%%%%%%%%\tABCDEFGHI".utf8)
        let text =
            Array(" \n\t)".utf8) + (0..<42).flatMap { _ in letters } + [9] + (0..<9).flatMap { _ in instruction }
        #expect(ChainSample.message(text).fault == .solana(.message))
        #expect(ChainSample.message(text + [UInt8(ascii: "J")]).fault == nil)
        // A count or an index that does not fit leaves a text.
        for (place, byte) in [(3, 40), (1349, 41), (1351, 41)] as [(Int, UInt8)] {
            var changed = text
            changed[place] = byte
            #expect(ChainSample.message(changed).fault == nil)
        }
    }

    @Test func `refuses the prefix of Solana's off-chain messages`() {
        let prefix = [0xff] + Array("solana offchain".utf8)
        #expect(ChainSample.message(prefix + [0] + Array("Hello, this is a longer text".utf8)).fault == .offChainPrefix)
        #expect(ChainSample.message(prefix).fault == .offChainPrefix)
        #expect(Self.fault("solana offchain message") == nil)
        #expect(ChainSample.message(Array(prefix.dropLast())).fault == .notUTF8)
    }

    @Test func `refuses the bytes of the signer's own public key`() {
        let key = [UInt8](repeating: UInt8(ascii: "K"), count: 32)
        let address = ChainAddress.solana(SolanaAddress(publicKey: key))
        func fault(_ text: String) -> ChainMessageError? {
            ChainMessage(
                network: .solana, address: address, scheme: .solanaRaw, origin: ChainSample.origin, purpose: "test",
                bytes: Array(text.utf8)
            ).fault
        }
        #expect(fault("key: " + String(repeating: "K", count: 32) + ".") == .ownPublicKey)
        #expect(fault("key: " + String(repeating: "K", count: 31) + "k.") == nil)
        #expect(fault("key: \(address.text)") == nil)
        #expect(ChainSample.message(Array("x".utf8) + ChainSample.ownKey).fault == .ownPublicKey)
        #expect(ChainSample.message(Array("x".utf8) + ChainSample.ownKey, on: .ethereum).fault == .notUTF8)
    }

    @Test(arguments: [ChainNetwork.solana, .base])
    func `refuses exactly 32 bytes`(network: ChainNetwork) {
        #expect(Self.fault("0123456789abcdef0123456789abcdef", on: network) == .hashLength)
        #expect(Self.fault(String(repeating: "é", count: 16), on: network) == .hashLength)
        #expect(ChainSample.message([UInt8](200..<232), on: network).fault == .hashLength)
        #expect(Self.fault("0123456789abcdef0123456789abcde", on: network) == nil)
        #expect(Self.fault("0123456789abcdef0123456789abcdef.", on: network) == nil)
    }

    @Test func `refuses more than 4096 bytes`() {
        #expect(Self.fault(String(repeating: "x", count: 4096)) == nil)
        #expect(Self.fault(String(repeating: "x", count: 4097)) == .tooLong(4097))
        #expect(Self.fault(String(repeating: "é", count: 2048)) == nil)
        #expect(Self.fault(String(repeating: "é", count: 2049)) == .tooLong(4098))
    }

    // MARK: text

    @Test(
        arguments: [
            [0xff], Array("Hello ".utf8) + [0xff], [0xc3], [0xc0, 0x80], [0xed, 0xa0, 0x80], [0xf4, 0x90, 0x80, 0x80],
            [0x61, 0x80],
            Array("a".utf8) + [0x9b] + Array("2J".utf8),
        ] as [[UInt8]])
    func `refuses what is not UTF-8`(bytes: [UInt8]) { #expect(ChainSample.message(bytes).fault == .notUTF8) }

    @Test(arguments: ["", " ", "   ", "\n", " \t\r\n", "\u{a0}", "\u{2003}\u{3000}"])
    func `refuses an empty or blank text`(text: String) { #expect(Self.fault(text) == .blank) }

    @Test(arguments: Array(0...0x1f) + Array(0x7f...0x9f) as [UInt32])
    func `refuses control characters but tab, line feed and carriage return`(value: UInt32) throws {
        let scalar = try #require(Unicode.Scalar(value))
        let isPlain = [9, 10, 13].contains(value)
        #expect(Self.fault("a\(scalar)b") == (isPlain ? nil : .control(scalar)))
        #expect(Self.fault("a\(scalar)") == (isPlain ? nil : .control(scalar)))
        #expect(Self.fault("\(scalar)b") == (isPlain ? .leadingControl : .control(scalar)))
    }

    @Test func `a text may begin with a space`() { #expect(Self.fault(" Hello") == nil) }

    @Test func `refuses the replacement character`() {
        #expect(Self.fault("Hello \u{fffd}") == .replacementCharacter)
        #expect(Self.fault("Hello ?") == nil)
    }

    @Test(
        arguments: [
            0xad, 0x34f, 0x61c, 0x115f, 0x1160, 0x17b4, 0x180e, 0x200b, 0x200c, 0x200d, 0x200e, 0x200f, 0x2028, 0x2029,
            0x202a, 0x202b,
            0x202c, 0x202d, 0x202e, 0x2060, 0x2061, 0x2064, 0x2066, 0x2067, 0x2068, 0x2069, 0x206f, 0x2800, 0x3164,
            0xfe00, 0xfe0f, 0xfeff,
            0xffa0, 0xfff9, 0x1d159, 0x1d173, 0xe0001, 0xe0020, 0xe0100,
        ] as [UInt32])
    func `refuses invisible and reordering characters`(value: UInt32) throws {
        let scalar = try #require(Unicode.Scalar(value))
        #expect(Self.fault("pay \(scalar)latot") == .hidden(scalar))
        #expect(Self.fault("\(scalar)x") == .hidden(scalar))
    }

    @Test(arguments: [
        "日本語 — ünïcode", "مرحبا", "שלום", "e\u{301}", "🙂", "a\u{a0}b", "\u{2801}", "नमस्ते", "x\u{3000}y", "→ 1 ≤ 2 €",
    ])
    func `accepts visible text of all scripts`(text: String) { #expect(Self.fault(text) == nil) }

    // MARK: sign-in texts

    @Test func `accepts a sign-in text for the signer's own address and network`() {
        #expect(Self.fault(ChainSample.siws()) == nil)
        for network in ChainNetwork.allCases where network.chain == .eip155 {
            let id = String(network.caip2.dropFirst("eip155:".count))
            #expect(Self.fault(ChainSample.siwe(chainID: id), on: network) == nil)
            #expect(
                Self.fault(ChainSample.siwe("a.b", ChainSample.ethereum.lowercased(), chainID: id), on: network) == nil)
        }
        for name in [
            "mainnet", "mainnet-beta", "solana:mainnet", ChainNetwork.solana.caip2, "5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp",
        ] {
            #expect(Self.fault(ChainSample.siws(more: "\nChain ID: \(name)")) == nil)
        }
    }

    @Test(arguments: [
        ChainSample.otherSolana, ChainSample.ethereum, "you", ChainSample.solana.lowercased(),
        String(ChainSample.solana.dropLast()),
    ])
    func `refuses a sign-in text for another Solana address`(address: String) {
        #expect(Self.fault(ChainSample.siws("a.b", address)) == .signInForOtherAddress(address))
    }

    @Test(arguments: [
        ChainSample.otherEthereum, ChainSample.solana, "vitalik.eth", String(ChainSample.ethereum.dropLast()),
        "0x9858efFD232B4033E47d90003D41EC34EcaEda94",
    ])
    func `refuses a sign-in text for another Ethereum address`(address: String) {
        #expect(Self.fault(ChainSample.siwe("a.b", address), on: .ethereum) == .signInForOtherAddress(address))
    }

    @Test func `refuses a sign-in text for another chain`() {
        #expect(Self.fault(ChainSample.siwe()) == .signInForOtherChain("Ethereum"))
        #expect(Self.fault(ChainSample.siws(), on: .ethereum) == .signInForOtherChain("Solana"))
        for id in ["137", "01", "0", "+1", "5", "eip155:1"] {
            #expect(Self.fault(ChainSample.siwe(chainID: id), on: .ethereum) == .signInForOtherChain(id))
        }
        for name in [
            "devnet", "testnet", "solana:devnet", "1", "Mainnet", "5ey\u{212a}t4UsFv8P8NJdTREpY1vzqKqZKvdp",
            "solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1",
        ] {
            #expect(Self.fault(ChainSample.siws(more: "\nChain ID: \(name)")) == .signInForOtherChain(name))
        }
    }

    @Test func `refuses a sign-in text that does not parse`() {
        #expect(Self.fault(ChainSample.siws().replacing("\n", with: "\r\n")) == .malformedSignIn)
        #expect(Self.fault("Note:\n" + ChainSample.siws()) == .malformedSignIn)
        #expect(Self.fault(ChainSample.siws() + "\n") == .malformedSignIn)
        for ending in ["\n", "\n\n", "\n\n\n", "\n\nx\n", "\n\nx\n\n"] {
            #expect(
                Self.fault("a.b wants you to sign in with your Solana account:\n\(ChainSample.solana)" + ending)
                    == .malformedSignIn)
        }
        #expect(Self.fault(ChainSample.siws().replacing("Solana", with: "solana")) == .malformedSignIn)
        #expect(
            Self.fault("transfer.meso.network asks you to verify your Solana account:\n\(ChainSample.otherSolana)")
                == nil)
    }

    // MARK: words

    static let all: [ChainMessageError] = [
        .solana(.message), .solana(.transaction), .encodedSolana(.message), .offChainPrefix, .ownPublicKey, .hashLength,
        .tooLong(5000),
        .notUTF8, .blank, .control("\u{1b}"), .replacementCharacter, .leadingControl, .hidden("\u{202e}"),
        .malformedSignIn,
        .signInForOtherChain("\u{1b}[2J"), .signInForOtherAddress(String(repeating: "é", count: 5000)),
    ]

    @Test(arguments: all) func `every reason is one short line of printable ASCII`(fault: ChainMessageError) {
        for line in [fault.message, fault.hint?.plain].compactMap({ $0 }) {
            #expect(line.utf8.count < 450 && line.utf8.allSatisfy { (0x20...0x7e).contains($0) })
            #expect(line.first?.isLowercase == true && line.last != ".")
        }
        #expect(fault.kind == .refused)
    }

    @Test func `names a character by its number`() {
        #expect(ChainMessageError.control("\u{7}").message.hasSuffix("U+0007"))
        #expect(ChainMessageError.hidden("\u{e0001}").message.hasSuffix("U+E0001"))
    }
}
