// SPDX-License-Identifier: Apache-2.0

import Codec
import Stellar
import Testing

@testable import Anchors

struct ConfigurationTests {
    private func rejection(
        _ document: JSON, _ presentation: RampPresentation = .embedded, known: Set<ChainAddress>? = nil
    ) -> RampConfigurationError? {
        do throws(RampRejection) {
            _ = try RampConfiguration(document, presentation, knownAddresses: known)
            return nil
        } catch { return error.first }
    }

    private func accepted(_ document: JSON, known: Set<ChainAddress>? = nil) throws -> RampConfiguration {
        try RampConfiguration(document, .embedded, knownAddresses: known)
    }

    // MARK: rules of meso-js that no vector has

    @Test(arguments: ["1", ".5", "007", "0.10", "0"])
    func `takes an amount of ASCII digits with one point at most`(amount: String) {
        #expect(rejection(solana.with("sourceAmount", .string(amount))) == nil)
    }

    @Test(arguments: [
        "1.", "1e3", "-1", "+1", " 1", "1 ", "1\n", "1\r\n", "1,000", "\u{661}", "\u{ff11}", "1.2.3", ".", "0x1", "NaN",
        "Infinity", "1\u{301}", String(repeating: "1", count: 65),
    ])
    func `refuses any other amount`(amount: String) {
        for name in ["sourceAmount", "destinationAmount"] {
            let found = rejection(solana.with("sourceAmount", nil).with(name, .string(amount)))
            #expect(found?.message == "\"\(name)\" must be a valid stringified number including optional decimals.")
            #expect(found?.reason == .configuration)
        }
    }

    @Test(arguments: ["network", "walletAddress", "environment", "partnerId", "destinationAsset"])
    func `refuses values of another type`(name: String) {
        for value: JSON in [.null, 1, true, false, 0, [], [:], "", ["SANDBOX"]] {
            #expect(rejection(solana.with(name, value)) != nil, "\(value)")
        }
        #expect(rejection(solana.with(name, nil)) != nil)
    }

    @Test(arguments: ["toString", "constructor", "__proto__", "hasOwnProperty", "valueOf"])
    func `refuses names of the prototype chain`(name: String) {
        for member in ["environment", "network", "destinationAsset", "authenticationStrategy", "sourceAsset"] {
            #expect(rejection(solana.with(member, .string(name))) != nil)
        }
        #expect(rejection(solana.with("layout", ["position": .string(name)])) != nil)
    }

    @Test func `compares names byte for byte`() {
        let kelvin = ChainNetwork.solana.caip2.split(separator: "K").joined(separator: "\u{212a}")
        #expect(kelvin != "" && rejection(solana.with("network", .string(kelvin)))?.reason == .network)
    }

    @Test(arguments: [.null, false, 0, "", [], [:], "true"] as [JSON])
    func `only true stands for a function`(value: JSON) {
        #expect(
            rejection(solana.with("onSignMessageRequest", value))?.message
                == "\"onSignMessageRequest\" must be a valid function.")
    }

    @Test func `takes a missing strategy for the default`() throws {
        for value: JSON? in [nil, .null, "", false, 0] {
            #expect(try accepted(solana.with("authenticationStrategy", value)).strategy == .walletVerification)
        }
        #expect(rejection(solana.with("authenticationStrategy", [])) != nil)
    }

    @Test func `looks at the layout of an embedded frame only`() throws {
        let bad: [(JSON, String)] = [
            (["position": "middle"], "position"), (["position": .null], "position"), (["offset": "-1"], "offset"),
            (["offset": "1px"], "offset"), (["offset": ""], "offset"), (["offset": "1\n"], "offset"),
            (["offset": "\u{661}"], "offset"), (["offset": true], "offset"), (["offset": .null], "offset.horizontal"),
            (["offset": []], "offset.horizontal"), (["offset": ["vertical": "x"]], "offset.vertical"),
            (["offset": ["horizontal": ""]], "offset.horizontal"), (.null, "layout"), ("top-left", "layout"),
        ]
        for (layout, name) in bad {
            #expect(rejection(solana.with("layout", layout))?.message.contains("\"\(name)\"") == true, "\(layout)")
            #expect(rejection(solana.with("layout", layout), .inline) == nil)
        }
        let layout = try accepted(
            solana.with("layout", ["position": "center", "offset": ["vertical": "8", "horizontal": "0"]])
        ).layout
        #expect(layout.position == .center)
        #expect(layout.offset == #"{"horizontal":"0","vertical":"8"}"#)
    }

    @Test func `names the first fault only, in the order of meso-js`() {
        var document: JSON = [
            "sourceAmount": "x", "network": "x", "environment": "x", "authenticationStrategy": "x", "layout": [:],
            "destinationAsset": "x", "sourceAsset": "x",
        ]
        let repairs: [(String, JSON, String)] = [
            ("sourceAmount", "1", "\"sourceAmount\""), ("network", .string(ChainNetwork.ethereum.caip2), "\"network\""),
            ("walletAddress", "y", "\"walletAddress\""), ("environment", "SANDBOX", "\"environment\""),
            ("partnerId", "p", "\"partnerId\""), ("authenticationStrategy", "", "`authenticationStrategy`"),
            ("onSignMessageRequest", true, "\"onSignMessageRequest\""),
            ("destinationAsset", "SOL", "\"destinationAsset\""),
            ("sourceAsset", "USD", "\"sourceAsset\" must be a supported FiatAsset"), ("destinationAsset", "ETH", "SOL"),
            ("walletAddress", .string(ether), "\"walletAddress\" is not an address"),
        ]
        for (name, value, expected) in repairs {
            #expect(
                rejection(document)?.message.hasPrefix(expected) == true, "\(String(describing: rejection(document)))")
            document = document.with(name, value)
        }
        #expect(rejection(document) == nil)
    }

    // MARK: rules of our own

    @Test func `refuses an asset that the network does not have`() {
        let table: [(ChainNetwork, [String])] = [
            (.solana, ["SOL", "USDC"]), (.ethereum, ["ETH", "USDC"]), (.optimism, ["ETH", "USDC"]),
            (.arbitrum, ["ETH", "USDC"]), (.base, ["ETH", "USDC"]), (.polygon, ["POL", "MATIC", "USDC"]),
        ]
        for (network, assets) in table {
            let base = (network == .solana ? solana : ethereum).with("network", .string(network.caip2))
            for asset in ["ETH", "SOL", "USDC", "MATIC", "POL"] {
                let found = rejection(base.with("destinationAsset", .string(asset)))
                #expect((found == nil) == assets.contains(asset), "\(asset) on \(network)")
                if let found { #expect(found.reason == .asset && found.origin == .coldstar) }
            }
        }
    }

    @Test(arguments: [
        "HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3", "0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48",
        "HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpq0", " HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk", "11111",
        "GAAZI4TCR3TY5OJHCTJC2A4QSY6CJWJH5IAJTGKIN2ER7LBNVKOCCWN7",
    ])
    func `refuses what is not an address of Solana`(text: String) {
        let found = rejection(solana.with("walletAddress", .string(text)))
        #expect(found?.origin == .coldstar && found?.reason == .configuration)
    }

    @Test(arguments: [
        "0xA0b86991c6218b36c1d19d4a2e9eb0ce3606eb48", "a0b86991c6218b36c1d19d4a2e9eb0ce3606eb48",
        "0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb4", "0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb488",
        "0Xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48", "HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk",
        "0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb4g",
    ])
    func `refuses what is not an address of Ethereum, by its checksum too`(text: String) {
        let found = rejection(ethereum.with("walletAddress", .string(text)))
        #expect(found?.origin == .coldstar && found?.reason == .configuration)
    }

    @Test func `refuses cash-out and says what is missing`() {
        let document = solana.with("destinationAsset", "USD").with("sourceAsset", "SOL")
        #expect(rejection(document)?.message == "\"onSendTransactionRequest\" must be a valid function.")
        let found = rejection(document.with("onSendTransactionRequest", true))
        #expect(found?.message == "cash-out is not supported: Coldstar signs no transactions of Solana")
    }

    @Test func `refuses a verification that asks nobody`() {
        let found = rejection(solana.with("authenticationStrategy", "headless_wallet_verification"))
        #expect(found?.origin == .coldstar && found?.hint?.plain.contains("wallet_verification") == true)
    }

    @Test func `compares the address with those of the user's keys`() throws {
        let mine = try #require(ChainAddress(wallet, chain: .solana))
        let other = ChainAddress.solana(SolanaAddress(publicKey: Array(repeating: 7, count: 32)))
        #expect(try accepted(solana).warnings.count == 1)
        #expect(try accepted(solana, known: [mine]).warnings == [])
        #expect(rejection(solana, known: [])?.origin == .coldstar)
        #expect(rejection(solana, known: [other])?.message.contains(wallet) == true)
        let bypass = solana.with("authenticationStrategy", "bypass_wallet_verification")
        #expect(try accepted(bypass).warnings == [])
        #expect(try accepted(bypass, known: [other]).warnings.count == 1)
    }

    @Test func `warns of members without effect and of Meso's own environments`() throws {
        #expect(try accepted(solana.with("walletAdress", "x")).warnings.contains { $0.contains("walletAdress") })
        #expect(try accepted(solana.with("environment", "DEV")).warnings.contains { $0.contains("DEV") })
    }

    @Test func `refuses what is not an object`() {
        for document: JSON in [.null, [], "x", 1, true] { #expect(rejection(document)?.origin == .coldstar) }
    }

    @Test func `names all faults in the order of the rules, each with its line`() throws {
        let text = """
            {
              "partnerId": "",
              "network": "mars",
              "layout": {"position": "top"}, "destinationAsset": "USDC",
              "environment": "SANDBOX",
              "sourceAmount": "1,5",

              "walletAddress": "GA"
            }
            """
        let rejection = #expect(throws: RampRejection.self) {
            _ = try RampCheck(file: Array(text.utf8), named: "t.json", .embedded)
        }
        let found = try #require(rejection).details
        let lines = [6, 3, 2, nil, 4]
        #expect(found.map(\.line) == lines)
        #expect(rejection?.wording.plain == "t.json: the configuration has 5 faults" && rejection?.hint == nil)
        let document = try #require(rejection).document
        #expect(document["accepted"] == false && document["kind"] == "CONFIGURATION_ERROR" && document["line"] == 6)
        let listed = try document.array("faults")
        #expect(
            listed.map { $0["member"]?.asString } == [
                "sourceAmount", "network", "partnerId", "onSignMessageRequest", "layout",
            ])
        #expect(listed.map { $0["line"] } == lines.map { $0.map { .integer($0) } ?? .null })
    }

    @Test func `names the line of one fault`() throws {
        let text = solana.with("partnerId", "").text(pretty: true)
        let line = try #require(text.split(separator: "\n").firstIndex { $0.contains("partnerId") }) + 1
        let rejection = #expect(throws: RampRejection.self) {
            _ = try RampCheck(file: Array(text.utf8), named: "t.json", .embedded)
        }
        #expect(
            rejection?.wording.plain == "t.json:\(line): CONFIGURATION_ERROR: \"partnerId\" must be provided."
                && rejection?.details == [])
    }

    @Test func `refuses files that are not strict JSON, or too large`() {
        let good = solana.text()
        #expect(throws: Never.self) { try RampCheck(file: Array(good.utf8), .embedded) }
        let bad = [
            "", good + good, String(good.dropLast()) + #","partnerId":"x"}"#, "\u{feff}" + good,
            String(good.dropLast()) + ",}", String(repeating: "[", count: 1000),
            good + String(repeating: " ", count: RampConfiguration.maximumLength),
        ]
        for text in bad { #expect(throws: (any Error).self) { try RampCheck(file: Array(text.utf8), .embedded) } }
    }
}

/// An accepted configuration for Solana, with the address of the vectors.
let wallet = Vectors.keys["solana"]?["address"]?.asString ?? ""
let ether = Vectors.keys["eip155"]?["address"]?.asString ?? ""
let solana: JSON = [
    "sourceAmount": "50", "network": .string(ChainNetwork.solana.caip2), "walletAddress": .string(wallet),
    "destinationAsset": "SOL", "environment": "SANDBOX", "partnerId": "example", "onSignMessageRequest": true,
]
let ethereum = solana.with("network", .string(ChainNetwork.ethereum.caip2)).with("walletAddress", .string(ether))
    .with("destinationAsset", "ETH")
