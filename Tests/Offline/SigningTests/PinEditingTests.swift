// SPDX-License-Identifier: Apache-2.0

import Codec
import Review
import Signing
import Stellar
import StellarXDR
import Testing

/// Pins as the user enters, imports and removes them.
struct PinEditingTests {
    private static let first = ContractIDPreimage.asset(.native).contract(on: .testnet)
    private static let second = ContractIDPreimage.asset(.native).contract(on: .public)

    private static func pin(
        _ contract: ContractID = first, _ label: String = "vault", on network: Network = .testnet
    )
        -> ContractPin
    {
        ContractPin(network: network, contract: contract, label: label)
    }

    @Test func `replaces a pin of the contract or label only on request`() throws {
        let book = Book(contracts: [Self.pin()])
        #expect(try book.adding(Self.pin(), replacing: false).contracts == [Self.pin()])
        for other in [Self.pin(Self.first, "other"), Self.pin(Self.second, "VAULT")] {
            #expect(try failure { _ = try book.adding(other, replacing: false) }.kind == .cannotCreate)
            #expect(try book.adding(other, replacing: true).contracts == [other])
        }
    }

    @Test func `removes a pin by its contract or label, unless several have the label`() throws {
        let both = Book(contracts: [Self.pin(), Self.pin(Self.second, on: .public)])
        #expect(try failure { _ = try both.removing(contractNamed: "vault") }.message.contains("several networks"))
        let one = try both.removing(contractNamed: StrKey.contract(Self.second).text)
        #expect(one.contracts == [Self.pin()])
        #expect(try one.removing(contractNamed: "Vault").contracts.isEmpty)
        let failure = try failure { _ = try one.removing(contractNamed: "vualt") }
        #expect(failure.kind == .noInput && failure.hint?.plain.contains("vault") == true)
    }

    @Test func `exported pins are read back, and of another version refused`() throws {
        let text = ContractPin.document(of: [Self.pin()]).text()
        #expect(try BookFile(Array(text.utf8), origin: "file").book.contracts == [Self.pin()])
        for (old, new) in [(#""version":1"#, #""version":2"#), (#""label":"vault""#, #""label":"va ult""#)] {
            let changed = text.replacing(old, with: new)
            #expect(changed != text)
            #expect(try failure { _ = try BookFile(Array(changed.utf8), origin: "file") }.kind == .badInput)
        }
    }

    @Test(arguments: ["bytes64", "openzeppelin"])
    func `rejects a contract account without signers`(_ shape: String) throws {
        var details = ContractPin.Details()
        details.shape = try ContractPin.Account.Shape(text: shape)
        let found = try failure {
            _ = try ContractPin(labelled: "one", Self.first, on: .testnet, code: .nothing, details)
        }
        #expect(found.kind == .badInput)
    }

    @Test(arguments: ["vector", ""]) func `rejects an unknown form of signatures`(_ shape: String) throws {
        #expect(try failure { _ = try ContractPin.Account.Shape(text: shape) }.kind == .badInput)
    }
}
