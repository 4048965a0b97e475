// SPDX-License-Identifier: Apache-2.0

import Codec
import Stellar
import StellarXDR
import Testing

@testable import Workspace

struct ContactListTests {
    private func read(_ text: String) throws -> [Contact] {
        try ContactList.contacts(in: Array(text.utf8), name: nil, origin: "list.csv")
    }

    private func error(_ text: String) -> Failure? { #expect(throws: Failure.self) { try read(text) } }

    @Test(arguments: [
        "", "a b", "bob*x", String(repeating: "a", count: 65), "\u{e4}", String(repeating: "G", count: 56),
        OnlineHome.bob,
        "x:y", "../x",
    ])
    func `rejects a name that could be taken for something else`(name: String) {
        let failure = #expect(throws: Failure.self) {
            try Contact(name: name, account: OnlineHome.bob, memo: nil, note: nil)
        }
        #expect(failure?.kind == .badInput)
    }

    @Test(arguments: [("bob", "Bob"), ("Bob", "BOB"), ("a.B-c_9", "A.b-C_9")])
    func `names that differ only in case are one name`(first: String, second: String) throws {
        let home = OnlineHome()
        try home.keep(Contact(name: first, account: OnlineHome.bob, memo: nil, note: nil))
        let contacts = Contacts(try home.context.journal())
        let other = try Contact(name: second, account: OnlineHome.alice, memo: nil, note: nil)
        let failure = #expect(throws: Failure.self) { try contacts.keep([other], replacing: false) }
        #expect(failure?.kind == .cannotCreate)
        try contacts.keep([other], replacing: true)
        #expect(try contacts.all() == [other])
        var finder = AccountFinder(home.context)
        let found = try finder.find(try AccountReference(text: first.uppercased()), .destination)
        #expect(found.account.address == OnlineHome.alice)
    }

    @Test func `a contract is a contact, exported and imported, and takes no memo`() throws {
        let id = try AccountID(address: OnlineHome.bob).key
        let (plain, muxed) = (StrKey.contract(id), StrKey.muxedContract(id, id: 7))
        let contacts = [
            try Contact(name: "safe", account: plain.text, memo: nil, note: nil),
            try Contact(name: "ann", account: muxed.text, memo: nil, note: "a user of the safe"),
        ]
        #expect(contacts.map(\.account) == [nil, nil] && contacts.map(\.address.address) == [plain.text, muxed.text])
        #expect(try read(ContactList.json(contacts).text()) == contacts)
        #expect(try read(ContactList.table(contacts)) == contacts)
        for address in [plain.text, muxed.text] {
            let failure = #expect(throws: Failure.self) {
                try Contact(name: "safe", account: address, memo: "id:7", note: nil)
            }
            #expect(failure?.message.contains("memo") == true)
        }
        let other = #expect(throws: Failure.self) {
            try Contact(
                name: "pool", account: StrKey.liquidityPool(id).text, memo: nil, note: nil)
        }
        #expect(other?.kind == .badInput)
    }

    @Test func `a contact that is a contract is found where contracts can stand, and refused elsewhere`() throws {
        let home = OnlineHome()
        let muxed = StrKey.muxedContract(try AccountID(address: OnlineHome.bob).key, id: 7)
        try home.keep(Contact(name: "safe", account: muxed.text, memo: nil, note: nil))
        var finder = AccountFinder(home.context)
        let found = try finder.recipient(try RecipientReference(text: "SAFE"), .to)
        #expect(found == .contract(try RecipientAddress(text: muxed.text), name: "safe"))
        let failure = #expect(throws: Failure.self) {
            try finder.find(try AccountReference(text: "safe"), .destination)
        }
        #expect(failure?.message.contains(muxed.text) == true)
        #expect(Contacts.names(of: try Contacts(home.context.journal()).all()).isEmpty)
    }

    @Test func `reads the columns of a table in any order`() throws {
        let contacts = try read("note,account,name\nold,\(OnlineHome.bob),bob\n")
        #expect(contacts.map(\.name) == ["bob"])
        #expect(contacts.first?.note == "old")
    }

    @Test func `imports exported contacts, as JSON and as a table`() throws {
        let contacts = [
            try Contact(name: "exchange", account: OnlineHome.bob, memo: "text:a,\"b", note: "line"),
            try Contact(name: "bob", account: OnlineHome.alice, memo: nil, note: nil),
        ]
        #expect(try read(ContactList.json(contacts).text()) == contacts)
        #expect(try read(ContactList.table(contacts)) == contacts)
    }

    @Test func `lists every faulty line`() {
        let failure = error(
            "name,account\nbob,GA\na b,\(OnlineHome.bob)\nok,\(OnlineHome.bob)\nOK,\(OnlineHome.bob)\n")
        #expect(failure?.message == "list.csv: 3 of 4 contacts cannot be used; nothing was done")
        #expect(failure?.details.count == 3)
        #expect(failure?.details.last?.wording.plain == "list.csv:5: the name OK is there twice")
    }

    @Test(arguments: [
        "", "name\nbob", "name,account,colour\n", "name,name,account\n", "name,account\nbob\n",
        "name,account,memo\nbob,\(OnlineHome.bob),7\n", #"{"format":"coldstar-contacts","version":2,"contacts":[]}"#,
        #"{"format":"coldstar-contacts","version":1,"contacts":[{"name":"a","acount":"b"}]}"#,
    ])
    func `rejects a file that is not a list of contacts`(text: String) { #expect(error(text)?.kind == .badInput) }

    @Test func `rejects a name argument for a table that has its own names`() {
        let failure = #expect(throws: Failure.self) {
            try ContactList.contacts(in: Array("name,account\n".utf8), name: "x", origin: "list.csv")
        }
        #expect(failure?.kind == .usage)
    }

    @Test(
        arguments: [
            ("a b", OnlineHome.bob, nil), ("", OnlineHome.bob, nil), ("bob", OnlineHome.bob, "id:-1"),
            ("bob", "bob", nil),
        ] as [(String, String, String?)])
    func `rejects a contact with an invalid name, account or memo`(name: String, account: String, memo: String?) {
        #expect(throws: Failure.self) { try Contact(name: name, account: account, memo: memo, note: nil) }
    }

    @Test func `rejects a note of more than 200 bytes`() {
        #expect(throws: Failure.self) {
            try Contact(name: "bob", account: OnlineHome.bob, memo: nil, note: String(repeating: "x", count: 201))
        }
    }
}
