// SPDX-License-Identifier: Apache-2.0

import Faults
import Review
import Signing
import Stellar
import StellarXDR
import Testing
import TextCodec
import Vault
import XDR

struct BookEditingTests {
    private let shop = Contact(name: "shop", account: account("shop"))
    private var book: Book { Book(contacts: [shop]) }

    @Test(arguments: ["", "two\nlines", "\u{202e}shop"])
    func `rejects a contact name that cannot be displayed safely`(_ name: String) throws {
        #expect(try failure { try Contact.check(name: name) }.kind == .badInput)
    }

    @Test func `a contact's memo is either pinned or required, not both`() throws {
        let id = try Memo(argument: "id:7")
        #expect(try Contact.memoRule(pinned: nil, isRequired: false, kinds: []) == nil)
        #expect(try Contact.memoRule(pinned: id, isRequired: false, kinds: []) == .pinned(id))
        #expect(try Contact.memoRule(pinned: nil, isRequired: true, kinds: []) == .required(kinds: []))
        #expect(try Contact.memoRule(pinned: nil, isRequired: false, kinds: ["id"]) == .required(kinds: ["id"]))
        #expect(try failure { _ = try Contact.memoRule(pinned: id, isRequired: true, kinds: []) }.kind == .usage)
        #expect(try failure { _ = try Contact.memoRule(pinned: id, isRequired: false, kinds: ["id"]) }.kind == .usage)
        let unknown = try failure { _ = try Contact.memoRule(pinned: nil, isRequired: true, kinds: ["number"]) }
        #expect(unknown.kind == .usage)
    }

    @Test func `rejects a required memo for a muxed address`() throws {
        let muxed = MuxedAccount.muxedEd25519(.init(id: 5, ed25519: account("shop").key))
        #expect(try Contact(named: "shop", muxed, memo: nil).ids == [5])
        #expect(try failure { _ = try Contact(named: "shop", muxed, memo: .required(kinds: [])) }.kind == .badInput)
    }

    @Test func `replaces a contact of the same name only on request`() throws {
        let other = Contact(name: "shop", account: account("mallory"))
        #expect(try book.adding(shop, replacing: false).contacts == [shop])
        #expect(try failure { _ = try book.adding(other, replacing: false) }.kind == .cannotCreate)
        let shouted = Contact(name: "SHOP", account: account("mallory"))
        #expect(try failure { _ = try book.adding(shouted, replacing: false) }.message.contains("differ only in case"))
        #expect(try book.adding(other, replacing: true).contacts == [other])
    }

    @Test func `removing a missing entry fails, with a suggestion for a contact`() throws {
        #expect(try book.removing(contactNamed: "shop").contacts.isEmpty)
        let failure = try failure { _ = try book.removing(contactNamed: "shpo") }
        #expect(failure.kind == .noInput && failure.hint?.contains("shop") == true)
        #expect(throws: Failure.self) { try book.removing(knownAccount: account("shop")) }
        #expect(throws: Failure.self) { try book.removing(domainNamed: "example.com") }
        #expect(throws: Failure.self) { try book.removing(assetNamed: "USDC:\(account("issuer").address)") }
    }

    @Test func `rejects an unknown or repeated signer and the account itself`() throws {
        let key = try book.signer("shop")
        #expect(key == .ed25519(account("shop").key))
        #expect(throws: Failure.self) { try book.signer("nobody") }
        var known = KnownAccount(account: account("shared"))
        try known.add(signer: key, weight: 1)
        #expect(try failure { try known.add(signer: key, weight: 2) }.message.hasSuffix("is there twice"))
        #expect(try failure { try known.add(signer: .ed25519(account("shared").key), weight: 1) }.kind == .badInput)
        let shared = try book.adding(known, replacing: false)
        let other = KnownAccount(account: account("shared"))
        #expect(try failure { _ = try shared.adding(other, replacing: false) }.kind == .cannotCreate)
    }

    @Test func `an asset code alone is accepted only if it is unambiguous`() throws {
        let one = try book.adding(assetNamed: "USDC:shop")
        #expect(try one.assets == [Asset(code: "USDC", issuer: account("shop"))])
        #expect(try one.removing(assetNamed: "USDC").assets.isEmpty)
        let two = try one.adding(assetNamed: "USDC:\(account("issuer").address)")
        #expect(try failure { _ = try two.removing(assetNamed: "USDC") }.message.contains("several assets"))
        #expect(try failure { _ = try book.adding(assetNamed: "XLM") }.message == "ASSET: XLM needs no entry")
        #expect(throws: Failure.self) { try book.adding(assetNamed: "USDC:nobody") }
    }

    @Test func `reads a signed book file and names its owner`() throws {
        let vault = try TestVault("alice")
        try vault.edit(by: "alice") { $0.adding(contacts: [shop]) }
        let bytes = try #require(try vault.context().state.book).bytes
        let file = try BookFile(bytes, origin: "book.signed")
        #expect(file.book.contacts == [shop] && file.origin.hasPrefix("A list signed with key alice"))
        var changed = bytes
        let (zero, one) = (UInt8(ascii: "0"), UInt8(ascii: "1"))
        changed[changed.count - 3] = changed[changed.count - 3] == zero ? one : zero
        #expect(try failure { _ = try BookFile(changed, origin: "book.signed") }.kind == .badInput)
        #expect(try failure { _ = try BookFile(Array(bytes.dropLast(10)), origin: "book.signed") }.kind == .badInput)
    }

    @Test func `reads the builder's contacts and marks them as unsigned`() throws {
        func export(_ names: [String]) -> [UInt8] {
            let rows = names.map { ["name": .string($0), "account": .string(account($0).address)] as JSON }
            let document: JSON = ["format": "coldstar-contacts", "version": 1, "contacts": .array(rows)]
            return Array(document.text().utf8)
        }
        let file = try BookFile(export(["shop"]), origin: "contacts.json")
        #expect(file.book.contacts == [shop] && file.origin.contains("unsigned"))
        let twice = try failure { _ = try BookFile(export(["shop", "Shop"]), origin: "contacts.json") }
        #expect(twice.message == "contacts.json: the names shop and Shop differ only in case, and are one name")
        for text in ["", "name,account", "{}", "\u{feff}{}"] {
            #expect(try failure { _ = try BookFile(Array(text.utf8), origin: "x") }.kind == .badInput)
        }
    }
}
