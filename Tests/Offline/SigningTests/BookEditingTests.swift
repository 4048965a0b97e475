// SPDX-License-Identifier: Apache-2.0

import Codec
import Review
import Signing
import Stellar
import StellarXDR
import Testing
import Vault

struct BookEditingTests {
    private let shop = Contact(name: "shop", account: account("shop"))
    private var book: Book { Book(contacts: [shop]) }

    @Test(arguments: [
        "", "two\nlines", "\u{202e}shop", " bob", "bob ", "bob\n", "bo\tb", "\u{1b}[2Kbob", "bob\u{202e}",
        "\u{200b}bob",
        "b\u{f6}b", "\u{431}ob", "bob: G", String(repeating: "b", count: 65), account("bob").address,
    ])
    func `rejects a contact name that cannot be displayed safely, also in a file`(_ name: String) throws {
        #expect(try failure { try Contact.check(name: name) }.kind == .badInput)
        let rows = ["carol", name].map { ["name": .string($0), "account": .string(account("bob").address)] as JSON }
        let document: JSON = ["format": "coldstar-contacts", "version": 1, "contacts": .array(rows)]
        let refused = try failure { _ = try BookFile(Array(document.text().utf8), origin: "contacts.json") }
        #expect(refused.kind == .badInput && refused.message.contains("name"))
        #expect(refused.message.utf8.allSatisfy { (0x20...0x7e).contains($0) })
    }

    @Test(arguments: [
        "", "example", "Example.com", "example.COM", " example.com", "example.com ", "example.com.", ".example.com",
        "example\u{3002}com", "ex\u{430}mple.com", "example.com\u{202e}", "\u{1b}[2K.com", "example.com:",
        "example.com:0",
        "example.com/x", "https://example.com", "10.0.0.1", String(repeating: "a", count: 64) + ".com",
        String(repeating: "a.", count: 127) + "com", "localhost", "127.0.0.1", "127.0.0.2:80", "localhost:0", "a b",
    ])
    func `rejects a domain that is not written as domains are kept`(_ name: String) throws {
        let refused = try failure {
            _ = try KnownDomain(named: name, signingKey: account("anchor"), linkKey: nil, withdrawals: [])
        }
        #expect(refused.kind == .badInput && refused.message.contains("is not a domain"))
        #expect(refused.message.utf8.allSatisfy { (0x20...0x7e).contains($0) })
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
        let muxed = RecipientAddress(.account(account("shop")), id: 5)
        #expect(try Contact(named: "shop", muxed, memo: nil).ids == [5])
        #expect(try failure { _ = try Contact(named: "shop", muxed, memo: .required(kinds: [])) }.kind == .badInput)
    }

    @Test func `replaces a contact of the same name only on request`() throws {
        let other = Contact(name: "shop", account: account("mallory"))
        #expect(try book.adding(shop, replacing: false).contacts == [shop])
        #expect(try failure { _ = try book.adding(other, replacing: false) }.kind == .cannotCreate)
        #expect(try book.adding(other, replacing: true).contacts == [other])
    }

    @Test(arguments: [("bob", "Bob"), ("Bob", "BOB"), ("a.B-c_9", "A.b-C_9"), ("shop", "SHOP")])
    func `names that differ only in case are one name`(first: String, second: String) throws {
        let book = Book(contacts: [Contact(name: first, account: account("shop"))])
        let other = Contact(name: second, account: account("mallory"))
        let refused = try failure { _ = try book.adding(other, replacing: false) }
        #expect(refused.kind == .cannotCreate && refused.message.contains("differ only in case"))
        #expect(try book.adding(other, replacing: true).contacts == [other])
        #expect(try book.removing(contactNamed: first.uppercased()).contacts.isEmpty)
    }

    @Test func `removing a missing entry fails, with a suggestion for a contact`() throws {
        #expect(try book.removing(contactNamed: "shop").contacts.isEmpty)
        let failure = try failure { _ = try book.removing(contactNamed: "shpo") }
        #expect(failure.kind == .noInput && failure.hint?.plain.contains("shop") == true)
        #expect(throws: Failure.self) { try book.removing(knownAccount: account("shop")) }
        #expect(throws: Failure.self) { try book.removing(domainNamed: "example.com") }
        #expect(throws: Failure.self) { try book.removing(assetNamed: "USDC:\(account("issuer").address)") }
    }

    @Test func `rejects an unknown or repeated signer and the account itself`() throws {
        let key = try book.signer(.contact("shop"))
        #expect(key == .ed25519(account("shop").key))
        #expect(throws: Failure.self) { try book.signer(.contact("nobody")) }
        var known = KnownAccount(account: account("shared"))
        try known.add(signer: key, weight: 1)
        #expect(try failure { try known.add(signer: key, weight: 2) }.message.hasSuffix("is given twice"))
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
        for name in ["USDC", "native", "USDC:nobody"] {
            #expect(throws: Failure.self) { try book.adding(assetNamed: name) }
        }
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

    @Test func `a contact is made with its memo rule`() throws {
        let shop = RecipientAddress(.account(account("shop")))
        let contact = try Contact(
            named: "shop", shop, memo: try Memo(argument: "id:7"), isMemoRequired: false, memoKinds: [])
        #expect(contact.memo == .pinned(try Memo(argument: "id:7")) && contact.account == account("shop"))
        let unnamed = try failure {
            _ = try Contact(named: "", shop, memo: nil, isMemoRequired: false, memoKinds: [])
        }
        #expect(unnamed.message.contains("is not a contact name"))
        for (memo, kinds) in [(Memo.id(7), ["id"]), (nil, ["word"])] as [(Memo?, [String])] {
            let wrong = try failure {
                _ = try Contact(named: "shop", shop, memo: memo, isMemoRequired: false, memoKinds: kinds)
            }
            #expect(wrong.kind == .usage)
        }
    }

    @Test func `a contract is a contact without a memo, and neither issues nor signs`() throws {
        let safe = try RecipientAddress(text: StrKey.muxedContract(account("safe").key, id: 7).text)
        let contact = try Contact(named: "safe", safe, memo: nil)
        #expect(contact == Contact(name: "safe", .contract(account("safe").key), ids: [7]))
        for rule in [.required(kinds: []), .pinned(.id(7))] as [Contact.MemoRule] {
            #expect(try failure { _ = try Contact(named: "safe", safe, memo: rule) }.kind == .badInput)
        }
        let book = Book(contacts: [contact])
        let issuer = try failure { _ = try book.adding(assetNamed: "USDC:safe") }
        #expect(issuer.kind == .badInput && issuer.message.contains("is a contract"))
        let signer = try failure { _ = try book.signer(.contact("safe")) }
        #expect(signer.kind == .badInput && signer.message.contains("is a contract"))
        let row: JSON = ["name": "safe", "account": .string(safe.address)]
        let document: JSON = ["format": "coldstar-contacts", "version": 1, "contacts": [row]]
        #expect(try BookFile(Array(document.text().utf8), origin: "contacts.json").book.contacts == [contact])
    }

    @Test func `an account is made with its signers, by address or contact`() throws {
        let (own, other) = (account("vault"), account("carol").address)
        func known(
            _ weight: String, _ thresholds: String, _ signers: [String]
        ) throws -> KnownAccount {
            try book.knownAccount(
                own, masterWeight: try UInt8(text: weight), thresholds: try Thresholds(text: thresholds),
                signers: try signers.map { try WeightedSigner(text: $0) })
        }
        let account = try known("2", "0,1,255", ["shop", "\(other):3"])
        #expect(account.masterWeight == 2 && account.low == 0 && account.medium == 1 && account.high == 255)
        #expect(account.signers.map(\.weight) == [1, 3])
        #expect(account.signers[0].key == shop.account.map { .ed25519($0.key) })
        for (weight, thresholds, signers) in [
            ("256", "0,0,0", []), ("1", "1,2,256", []), ("1", "0,0,0", ["GBAD:1"]), ("-1", "0,0,0", []),
            ("1", "0,0", []), ("1", "0,0,0,0", []), ("1", "0,0,x", []),
            ("1", "0,0,0", ["nobody"]), ("1", "0,0,0", ["\(other):300"]), ("1", "0,0,0", [other, "\(other):2"]),
            ("1", "0,0,0", [own.address]),
        ] {
            #expect(throws: (any Error).self, "\(weight) \(thresholds) \(signers)") {
                try known(weight, thresholds, signers)
            }
        }
    }

    @Test func `a domain is made with its keys`() throws {
        let key = account("anchor")
        let known = try KnownDomain(named: "example.com", signingKey: key, linkKey: nil, withdrawals: [key, key])
        #expect(known.signingKey == key && known.linkKey == nil && known.withdrawalAccounts == [key])
    }

    @Test func `a section is merged, shown and documented without the others`() throws {
        let other = Book(contacts: [Contact(name: "bob", account: account("bob"))], assets: [.native])
        #expect(BookSection.contacts.merged(other, into: book).contacts.count == 2)
        #expect(BookSection.contacts.merged(other, into: book).assets.isEmpty)
        #expect(BookSection.assets.merged(other, into: book).contacts == book.contacts)
        #expect(BookSection.accounts.merged(other, into: book).json == book.json)
        #expect(BookSection.assets.text(of: other, on: Screen()) == "\(Asset.native.text)\n")
        #expect(BookSection.domains.text(of: other, on: Screen()).isEmpty)
        #expect(BookSection.contacts.document(of: book) == ["contacts": [shop.json]])
        #expect(BookSection.accounts.document(of: book) == ["accounts": []])
    }

    @Test func `a section shows two contacts whose names differ only in case, as an older book may have them`() {
        let both = Book(contacts: [
            Contact(name: "Shop", account: account("bob")), Contact(name: "shop", account: account("carol")),
        ])
        #expect(BookSection.contacts.part(of: both).contacts == both.contacts)
    }

    @Test func `a section gives up an entry by its name, and no other section's`() throws {
        #expect(try BookSection.contacts.removing("shop", from: book).contacts.isEmpty)
        for (section, entry, kind): (BookSection, String, FaultKind) in [
            (.contacts, "shopp", .noInput), (.accounts, account("shop").address, .noInput),
            (.accounts, "shop", .badInput), (.domains, "example.com", .noInput), (.assets, "USDC", .badInput),
        ] {
            #expect(try failure { _ = try section.removing(entry, from: book) }.kind == kind, "\(section)")
        }
    }
}
