// SPDX-License-Identifier: Apache-2.0

import Codec
import Stellar
import StellarXDR
import Testing

@testable import Review

/// Pins in a book.
struct ContractPinTests {
    private static let wallet = SpecSamples.pin {
        $0.wasmHash = hash(1)
        $0.specHash = hash(2)
        $0.units = ContractPin.Units(decimals: 18, symbol: "EUR.x")
        $0.account = ContractPin.Account(shape: .map, signers: [alice.account, bob.account])
        $0.functions = ["deposit", "withdraw"]
        $0.upgradable = .yes
    }

    private static let native: ContractPin = {
        var pin = ContractPin(
            network: .public, contract: ContractIDPreimage.asset(.native).contract(on: .public), label: "xlm")
        pin.asset = .native
        pin.upgradable = .no
        return pin
    }()

    private static let book = Book(contracts: [wallet, native])

    private static func parse(_ text: String) throws -> Book { try Book(JSON(parsing: Array(text.utf8))) }

    @Test func `pins round-trip as JSON`() throws {
        let again = try Book(Self.book.json)
        #expect(again.contracts == Self.book.contracts)
        #expect(again.json == Self.book.json)
    }

    @Test func `a book without pins is written as before, so that earlier releases read it`() throws {
        #expect(Book().json.text() == #"{"contacts":[],"accounts":[],"domains":[],"assets":[]}"#)
        #expect(throws: JSONError.self) {
            try Self.parse(#"{"contacts":[],"accounts":[],"domains":[],"assets":[],"contracts":[]}"#)
        }
    }

    @Test(arguments: [
        (#""label":"vault""#, #""label":"va ult""#), (#""label":"vault""#, #""label":"""#),
        (#""label":"vault""#, #""name":"vault""#), (#""label":"vault""#, #""label":"vault","note":"x""#),
        (#""network_passphrase":"Test"#, #""network_passphrase":""Test"#),
        (#""network_passphrase":"Test SDF Network ; September 2015""#, #""network_passphrase":"""#),
        (#""contract":"C"#, #""contract":"G"#), (#""asset":null"#, #""asset":"X""#),
        (#""asset":null"#, #""asset":"native""#),
        (#""asset":"native""#, #""asset":null,"token":7"#), (#""wasm_hash":"0101"#, #""wasm_hash":"01"#),
        (#""wasm_hash":"0101"#, #""wasm_hash":"0A01"#), (#""spec_hash":"0202"#, #""spec_hash":"02020"#),
        (#""decimals":18"#, #""decimals":39"#), (#""decimals":18"#, #""decimals":"18""#),
        (#""symbol":"EUR.x""#, #""symbol":"EUR x""#), (#""symbol":"EUR.x""#, #""symbol":"""#),
        (#""symbol":"EUR.x""#, #""symbol":"xlm""#), (#""symbol":"EUR.x""#, #""symbol":"EUR\u001b""#),
        (#""shape":"map""#, #""shape":"webauthn""#), (#""shape":"map""#, #""shape":"""#),
        (#""signers":["G"#, #""signers":["M"#), (#""functions":["deposit""#, #""functions":["de posit""#),
        (#""functions":["deposit""#, #""functions":["""#), (#""functions":["deposit""#, #""functions":["withdraw""#),
        (#""functions":["deposit""#, #""functions":[7"#), (#""upgradable":"yes""#, #""upgradable":"maybe""#),
        (#""upgradable":"no""#, #""upgradable":null"#),
    ])
    func `rejects a malformed pin`(old: String, new: String) throws {
        let text = Self.book.json.text()
        let place = try #require(text.firstRange(of: old))
        #expect(throws: (any Error).self) {
            try Self.parse(String(text[..<place.lowerBound] + new + text[place.upperBound...]))
        }
    }

    @Test(arguments: [
        SpecSamples.pin { $0.functions = ["deposit"] },
        SpecSamples.pin { $0.asset = usdc },
        SpecSamples.pin { $0.account = ContractPin.Account(shape: .bytes64, signers: []) },
        SpecSamples.pin { $0.account = ContractPin.Account(shape: .bytes64, signers: [alice.account, alice.account]) },
        SpecSamples.pin { $0.account = ContractPin.Account(shape: .map, signers: people(21)) },
        SpecSamples.pin(ContractIDPreimage.asset(usdc).contract(on: .testnet)) {
            $0.asset = usdc
            $0.wasmHash = hash(1)
        },
        SpecSamples.pin(ContractIDPreimage.asset(usdc).contract(on: .public)) { $0.asset = usdc },
        SpecSamples.pin {
            $0.wasmHash = hash(1)
            $0.functions = (0...100).map { "f\($0)" }
        },
    ])
    func `a pin that contradicts itself is refused`(_ pin: ContractPin) throws {
        #expect(pin.fault != nil)
        #expect(throws: JSONError.self) { try ContractPin(pin.json) }
    }

    private static func people(_ count: UInt8) -> [AccountID] {
        (0..<count).map { .ed25519(Uint256(Array(repeating: $0, count: 32)) ?? Uint256()) }
    }

    @Test func `rejects two pins of one contract or of one label on a network`() throws {
        let other = ContractPin(network: .testnet, contract: hash(8), label: "VAULT")
        for pins in [[Self.wallet, Self.wallet], [Self.wallet, other]] {
            #expect(throws: JSONError.self) { try Book(Book(contracts: pins).json) }
        }
        let elsewhere = ContractPin(network: .public, contract: hash(8), label: "vault")
        #expect(try Book(Book(contracts: [Self.wallet, elsewhere]).json).contracts.count == 2)
    }

    @Test func `adding a pin replaces that of the contract and that of the label`() {
        let moved = ContractPin(network: .testnet, contract: hash(8), label: "Vault")
        #expect(Self.book.adding(contracts: [moved]).contracts == [Self.native, moved])
        let renamed = ContractPin(network: .testnet, contract: hash(7), label: "other")
        #expect(Self.book.adding(contracts: [renamed]).contracts == [Self.native, renamed])
        #expect(Self.book.removing(contract: Self.wallet).contracts == [Self.native])
        #expect(Self.book.adding(assets: [usdc]).contracts == Self.book.contracts)
        #expect(Self.book.removing(asset: usdc).contracts == Self.book.contracts)
    }

    @Test func `a pin is found on its own network only`() {
        #expect(Self.book.pin(of: hash(7), on: .testnet) == Self.wallet)
        #expect(Self.book.pin(of: hash(7), on: .public) == nil)
        #expect(Self.book.pin(of: hash(8), on: .testnet) == nil)
    }

    @Test func `changes show everything that a pin says`() {
        let text = BookText.changes(from: Book(), to: Self.book).split { $0 == " " || $0 == "\n" }.joined(
            separator: " ")
        for part in [
            "+ contract vault:", "on testnet", "code 0101", "interface 0202", "18 decimals and the symbol \"EUR.x\"",
            #"calls of "deposit", "withdraw" pass with a warning"#, "signatures (map)", "upgradable: yes",
            "the built-in contract of XLM",
        ] { #expect(text.contains(part), "\(part): \(text)") }
    }
}
