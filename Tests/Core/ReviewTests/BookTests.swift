// SPDX-License-Identifier: Apache-2.0

import Codec
import Review
import Stellar
import StellarXDR
import Testing

struct BookTests {
    private let book = Book(
        contacts: [
            Contact(name: "bob", account: bob.account, ids: [0, .max], memo: nil),
            Contact(name: "shop", account: carol.account, memo: .required(kinds: ["id", "text"])),
            Contact(name: "desk", account: mallory.account, memo: .pinned(.text(bytes("caf\u{e9}")))),
        ],
        accounts: [
            KnownAccount(
                account: alice.account, masterWeight: 1,
                signers: [Signer(key: .ed25519(bob.account.key), weight: 2), Signer(key: .hashX(hash(3)), weight: 1)],
                low: 1, medium: 2, high: 3)
        ],
        domains: [
            KnownDomain(
                name: "a.example", signingKey: carol.account, linkKey: nil, withdrawalAccounts: [bob.account])
        ], assets: [usdc])

    @Test func `matches a muxed id only to contacts with that id or without ids`() {
        let exchange = Book(contacts: [
            Contact(name: "shop", account: bob.account), Contact(name: "ann", account: bob.account, ids: [7]),
            Contact(name: "ben", account: bob.account, ids: [8, 9]),
            Contact(name: "own", account: carol.account, ids: [1]),
        ])
        #expect(exchange.names(of: bob.muxed) == ["shop", "ann", "ben"])
        #expect(exchange.names(of: bob.muxed(9)) == ["ben"])
        #expect(exchange.names(of: bob.muxed(10)) == ["shop"])
        #expect(exchange.names(of: carol.muxed(2)).isEmpty)
        #expect(exchange.names(of: mallory.muxed).isEmpty)
    }

    @Test func `keeps a contract as a contact, under ids and without a memo`() throws {
        let safe = Contact(name: "safe", .contract(hash(4)), ids: [7])
        let book = Book(contacts: [safe])
        #expect(try Book(JSON(parsing: Array(book.json.text().utf8))).contacts == [safe])
        #expect(book.names(of: RecipientAddress(.contract(hash(4)), id: 7)) == ["safe"])
        #expect(book.names(of: RecipientAddress(.contract(hash(4)), id: 8)).isEmpty)
        #expect(!book.knows(AccountID.ed25519(hash(4))), "an account with the same bytes is another one")
        let (plain, seven) = (StrKey.contract(hash(4)), StrKey.muxedContract(hash(4), id: 7))
        let text = BookText.of(book).filter { !$0.isWhitespace }
        #expect(text.contains(plain.text) && text.contains(seven.text) && text.contains(",acontract,"))
        let row = try #require(book.json["contacts"]?.asArray?.first)
        for (key, value) in [
            ("account", .string(seven.text)), ("account", .string(StrKey.liquidityPool(hash(4)).text)),
            ("memo", ["required": []]),
        ] as [(String, JSON)] {
            var members = try #require(row.asObject)
            members[key] = value
            #expect(throws: JSONError.self) { try Contact(.object(members)) }
        }
    }

    @Test func `treats contact names that differ only in case as duplicates`() {
        let old = Book(contacts: [
            Contact(name: "bob", account: bob.account), Contact(name: "Bob", account: carol.account),
            Contact(name: "shop", account: carol.account),
        ])
        #expect(old.contactsOfOneName.map { $0.map(\.name) } == [["bob", "Bob"]])
        #expect(
            old.warningsOfNames.count == 1 && old.warningsOfNames[0].plain.contains("bob (")
                && old.warningsOfNames[0].plain.contains("Bob ("))
        #expect(old.contact(named: "Bob")?.account == carol.account)
        #expect(old.contact(named: "BOB") == nil && old.contact(named: "SHOP")?.name == "shop")
        #expect(
            old.adding(contacts: [Contact(name: "SHOP", account: bob.account)]).contacts.map(\.name) == [
                "bob", "Bob", "SHOP",
            ])
        #expect(old.removing(contact: "Bob").warningsOfNames.isEmpty)
    }

    private func reviewed(_ change: @escaping (inout Scenario) -> Void = { _ in }) -> Review {
        let known = Book(contacts: [
            Contact(name: "rob\u{1b}[2J\" ert", account: bob.account),
            Contact(name: "treasury", account: alice.account),
        ])
        return Scenario {
            $0.operations = [pay(bob), pay(carol)]
            $0.setUp = { $0.book = known }
            change(&$0)
        }.review
    }

    @Test(arguments: [false, true])
    func `the review shows the escaped book name beside an address`(_ full: Bool) throws {
        let page = ReviewText.of(reviewed(), full: full)
        let words = page.split { $0 == " " || $0 == "\n" }.joined(separator: " ")
        let lines = page.split(separator: "\n")
        #expect(lines.allSatisfy { $0.utf8.count <= 80 && $0.utf8.allSatisfy { (0x20...0x7e).contains($0) } })
        func grouped(_ person: Person) -> String {
            stride(from: 0, to: 56, by: 4).map { String(Array(person.account.address)[$0..<($0 + 4)]) }
                .joined(separator: " ")
        }
        #expect(words.contains("Pay 10 XLM to \(grouped(bob)) [book: \"rob\\x1b[2J\\x22 ert\" (12 bytes)]"))
        #expect(words.contains("Source \(grouped(alice)) [book: \"treasury\"]"))
        #expect(!words.contains("\(grouped(carol)) [book"))
        #expect(words.contains("only the PIN proves that the book is yours"))
        #expect(words.ranges(of: "[book: \"rob").count == (full ? 2 : 1))
        #expect(!ReviewText.of(Scenario().review, full: full).contains("book: "))
    }

    @Test func `book names appear in JSON and on a batch page`() {
        let review = reviewed()
        let json = ReviewJSON.document(review)
        #expect(json["names"]?.asObject?.keys.count == 2)
        #expect(json["names"]?[alice.account.address] == ["treasury"])
        #expect(json["names"]?[bob.account.address] == [.string("rob\\x1b[2J\" ert")])
        var batch = BatchReview(on: .testnet, now: now)
        batch.add(review, line: 1)
        batch.add(reviewed { $0.sequence = 102 }, line: 2)
        #expect(BatchJSON.document(batch)["names"] == json["names"])
        #expect(BatchText.of(batch).contains("[book: \"treasury\"]"))
    }

    @Test func `a request's hints never become a book name`() {
        let review = reviewed {
            let setUp = $0.setUp
            $0.setUp = {
                setUp(&$0)
                $0.claims.take(hints: ["accounts": .object(JSONObject([(carol.account.address, ["name": "carol"])]))])
            }
        }
        #expect(!ReviewText.of(review, full: true).contains("book: \"carol\""))
        #expect(ReviewJSON.document(review)["names"]?[carol.account.address] == nil)
    }

    @Test func `a book round-trips as JSON`() throws {
        let again = try Book(book.json)
        #expect(again.contacts == book.contacts)
        #expect(again.accounts == book.accounts)
        #expect(again.domains == book.domains)
        #expect(again.assets == book.assets)
        #expect(again.json == book.json)
        #expect(BookText.changes(from: book, to: again).isEmpty)
    }

    @Test(arguments: [
        (#""ids":["0""#, #""ids":["00""#), (#""ids":["0""#, #""ids":["-1""#),
        (#""required":["id""#, #""required":["ID""#),
        (#""type":"text""#, #""type":"none""#), (#""master_weight":1"#, #""master_weight":256"#),
        (#""weight":2"#, #""weight":"2""#), (#""low":1"#, #""low":-1"#), (#""assets":["#, #""assets":["X","#),
        (#""domains":"#, #""dom":"#), (#""name":"a.example""#, #""name":7"#), (#""account":"G"#, #""account":"S"#),
    ]) func `rejects a malformed or unknown member`(old: String, new: String) throws {
        let text = book.json.text()
        let place = try #require(text.firstRange(of: old))
        let changed = text[..<place.lowerBound] + new + text[place.upperBound...]
        #expect(throws: JSONError.self) { try Book(try JSON(parsing: Array(changed.utf8))) }
    }

    /// A name shown beside an address must not alter the text around it or imitate other output.
    @Test(arguments: [
        "", " bob", "bob ", "bob\\n", "b\\u0000b", "\\u001b[2Kbob", "bob\\u202e", "\\u200bbob", "b\u{f6}b", "\u{431}ob",
        "bob (verified)", "bob: GA", String(repeating: "b", count: 65), bob.account.address,
    ]) func `rejects an unsafe contact name`(name: String) throws {
        let text = book.json.text().replacing(#""name":"bob""#, with: "\"name\":\"\(name)\"")
        #expect(text != book.json.text())
        #expect(throws: JSONError.self) { try Book(try JSON(parsing: Array(text.utf8))) }
    }

    @Test(arguments: [
        "", "example", "A.example", "a.Example", " a.example", "a.example ", "a.example.", ".a.example", "a..example",
        "a\u{3002}example", "a\u{ff0e}example", "\u{430}.example", "a.example\\u0000", "a.\\u202eexample",
        "a.example\\n",
        "-a.example", "a-.example", "a_b.example", "a.example/x", "a.example:", "a.example:0", "a.example:080",
        "a.example:65536",
        "a.example:1:2", "10.0.0.1", "https://a.example", String(repeating: "a.", count: 127) + "example",
        String(repeating: "a", count: 64) + ".example",
    ]) func `rejects a domain that is malformed or not in canonical form`(name: String) throws {
        let text = book.json.text().replacing(#""name":"a.example""#, with: "\"name\":\"\(name)\"")
        #expect(text != book.json.text())
        #expect(throws: JSONError.self) { try Book(try JSON(parsing: Array(text.utf8))) }
    }

    @Test(arguments: ["a.example", "xn--bcher-kva.example", "a-b.c4.example", "a.example:8443", "4.example"])
    func `accepts a domain in canonical form`(name: String) throws {
        let text = book.json.text().replacing(#""name":"a.example""#, with: "\"name\":\"\(name)\"")
        #expect(try Book(try JSON(parsing: Array(text.utf8))).domains.map(\.name) == [name])
    }

    @Test func `lists the entries that a change removes and adds`() {
        let changes = BookText.changes(from: book, to: book.removing(contact: "shop").adding(assets: [asset("EUR")]))
        let lines = changes.split(separator: "\n")
        #expect(lines.first?.hasPrefix("  - contact shop") == true)
        #expect(lines.contains { $0.hasPrefix("  + asset EUR") })
        #expect(lines.filter { $0.hasPrefix("  - ") || $0.hasPrefix("  + ") }.count == 2)
        #expect(lines.allSatisfy { $0.utf8.count <= 80 && $0.utf8.allSatisfy { (0x20...0x7e).contains($0) } })
    }

    @Test func `adding an entry with the same name or account replaces the old one`() {
        let moved = book.adding(contacts: [Contact(name: "bob", account: alice.account)])
        #expect(moved.contacts.count == 3)
        #expect(moved.terms(of: bob.account) == nil)
        let account = book.adding(accounts: [KnownAccount(account: alice.account)])
        #expect(account.accounts.count == 1)
        #expect(book.adding(domains: [KnownDomain(name: "a.example")]).domain("a.example")?.signingKey == nil)
        #expect(book.adding(assets: [usdc]).assets.count == 1)
        #expect(book.removing(account: alice.account).accounts.isEmpty)
        #expect(book.removing(domain: "a.example").domains.isEmpty)
        #expect(book.removing(asset: usdc).assets.isEmpty)
    }
}
