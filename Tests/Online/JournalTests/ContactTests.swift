// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Journal

struct ContactTests {
    private let home = Home()
    private let bob = RecordedContact(name: "bob", account: "GB", memoType: "text", memo: "for Bob", note: "plumber")
    private let carol = RecordedContact(name: "Carol", account: "GC")

    @Test func `lists stored contacts by name after reopening the journal`() throws {
        try home.journal().keep([carol, bob], replacing: false)
        let journal = try home.journal()
        #expect(try journal.contacts() == [bob, carol])
        #expect(try journal.contact(named: "bob") == bob)
        #expect(try journal.contact(named: "nobody") == nil)
    }

    @Test func `contact names are case-insensitive`() throws {
        let journal = try home.journal()
        try journal.keep([carol], replacing: false)
        #expect(try journal.contact(named: "CAROL") == carol)
        let other = RecordedContact(name: "carol", account: "GX")
        #expect(throws: JournalError.contactExists(name: "Carol", wanted: other.name)) {
            try journal.keep([other], replacing: false)
        }
        try journal.keep([other], replacing: true)
        #expect(try journal.contacts() == [other])
    }

    @Test func `storing an identical contact twice succeeds`() throws {
        let journal = try home.journal()
        for _ in 0..<2 { try journal.keep([bob], replacing: false) }
        #expect(try journal.contacts() == [bob])
    }

    @Test func `stores no contact of a batch if one name is taken`() throws {
        let journal = try home.journal()
        try journal.keep([bob], replacing: false)
        let clash = RecordedContact(name: "BOB", account: "GX")
        #expect(throws: JournalError.contactExists(name: "bob", wanted: clash.name)) {
            try journal.keep([carol, clash], replacing: false)
        }
        #expect(try journal.contacts() == [bob])
    }

    @Test func `removes a contact regardless of case, and returns false the second time`() throws {
        let journal = try home.journal()
        try journal.keep([bob, carol], replacing: false)
        #expect(try journal.removeContact(named: "Bob"))
        #expect(try !journal.removeContact(named: "bob"))
        #expect(try journal.contacts() == [carol])
    }

    @Test func `rejects a contact with NUL in its text and stores none of its batch`() throws {
        let journal = try home.journal()
        let bad = RecordedContact(name: "x", account: "GX", note: "a\u{0}b")
        #expect(throws: JournalError.self) { try journal.keep([carol, bad], replacing: false) }
        #expect(try journal.contacts().isEmpty)
    }

    @Test func `rejects a contact's memo without a memo type`() throws {
        let half = RecordedContact(name: "x", account: "GX", memo: "7")
        #expect(throws: JournalError.self) { try home.journal().keep([half], replacing: true) }
    }
}
