// SPDX-License-Identifier: Apache-2.0

import AnchorAPI
import Codec
import Stellar
import StellarXDR
import Testing

@testable import Workspace

/// What people may write for accounts, assets and signers.
struct ReferenceTests {
    @Test func `an account is an address, a contact's name or a federation name`() throws {
        #expect(
            try AccountReference(text: OnlineHome.bob) == .address(try MuxedAccount(address: OnlineHome.bob)))
        #expect(try AccountReference(text: "bob") == .contact("bob"))
        let written = "bob*Example.COM"
        #expect(try AccountReference(text: written) == .federation(try FederationName(written), written: written))
    }

    @Test(arguments: ["", " ", "a b", "*", "a*b*c", String(OnlineHome.bob.dropLast()), OnlineHome.bob + "A"])
    func `rejects what names no account, and takes no mistyped address for a name`(text: String) {
        let failure = #expect(throws: Failure.self) { try AccountReference(text: text) }
        #expect(failure?.kind == .badInput && failure?.field == nil)
    }

    @Test(arguments: [
        ("GDWMDNMHE7Z7CKZRSSEBVHWLTXQLFDHHWIDSGDMOSMH6DPHHLYSWZ7H", "55 of 56 characters"),
        ("GDWMDNMHE7Z7CKZRSSEBVHWLTXQLFDHHWIDSGDMOSMH6DPHHLYSWZ", "53 of 56 characters"),
        ("GDWMDNMHE7Z7CKZRSSEBHWLTXQLFDHHWIDSGDMOSMH6DPHHLYSWZ7H4", "55 of 56 characters"),
        ("GWMDNMHE7Z7CKZRSSEBVHWLTXQLFDHHWIDSGDMOSMH6DPHHLYSWZ7H4", "55 of 56 characters"),
        ("GDWMDNMHE7Z7CKZRSSEBVHWLTXQLFDHHWIDSGDMOSMH6DPHHLYSWZ7H4A", "57 characters instead of 56"),
    ])
    func `says how long a mistyped address is`(text: String, words: String) {
        let failure = #expect(throws: Failure.self) { try AccountReference(text: text) }
        #expect(failure?.message.contains(words) == true, "\(failure?.message ?? "")")
    }

    @Test func `an asset is native, has an issuer or a contact as issuer, or is a code alone`() throws {
        for text in ["native", "XLM", "xlm"] { #expect(try AssetReference(text: text) == .asset(.native)) }
        let usd = "USD:\(OnlineHome.issuer)"
        #expect(try AssetReference(text: usd) == .asset(try Asset(usd)))
        #expect(try AssetReference(text: "USD:mint") == .issued(code: "USD", by: "mint"))
        #expect(try AssetReference(text: "USD") == .code("USD"))
        #expect(try AssetReference(text: "USD").needsHolder && !AssetReference(text: usd).needsHolder)
    }

    @Test(arguments: ["", "USD:", ":mint", "U SD", "ABCDEFGHIJKLM", "USD:\(OnlineHome.issuer.dropLast())", "USD:a b"])
    func `rejects what names no asset`(text: String) {
        #expect(throws: (any Error).self) {
            // The code beside a contact is checked once the issuer is known.
            guard case .issued(let code, _) = try AssetReference(text: text) else { return }
            _ = try Asset(code: code, issuer: try AccountID(address: OnlineHome.issuer))
        }
    }

    @Test func `a signer is a key, or an account by its name`() throws {
        let hash = SignerKey.hashX(Hash())
        #expect(try SignerReference(text: hash.address) == .key(hash))
        #expect(try SignerReference(text: "bob") == .account(.contact("bob")))
        #expect(throws: Failure.self) { try SignerReference(text: "a b") }
    }

    @Test func `an error of a text gets the input that it was given in`() {
        let failure = #expect(throws: Failure.self) {
            try FieldID.destination.value(of: "a b", as: AccountReference.self)
        }
        #expect(failure?.field == .destination)
    }
}
