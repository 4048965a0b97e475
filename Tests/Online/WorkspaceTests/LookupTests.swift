// SPDX-License-Identifier: Apache-2.0

import AnchorAPI
import Codec
import HTTP
import Handoff
import Journal
import Stellar
import StellarXDR
import Testing

@testable import Workspace

/// What lookups without Horizon find, as documents and as text.
struct LookupTests {
    private let home = OnlineHome()

    private func report(_ toml: String, domain: String = "example.com", status: Int = 200) throws -> DomainReport {
        let transport = RecordedTransport { _ in .success(HTTPResponse(status: status, body: Array(toml.utf8))) }
        return try DomainReport(of: domain, allowsLoopback: false) { transport }
    }

    // MARK: federation

    @Test func `an account without a memo has a document with nulls, and one fact`() throws {
        let entry = FederationEntry.account(
            FoundAccount(try MuxedAccount(address: OnlineHome.bob), "bob*example.com", .federation))
        #expect(
            entry.document.text()
                == #"{"name":"bob*example.com","account":"\#(OnlineHome.bob)","memo_type":null,"memo":null}"#)
        #expect(entry.text == [.facts([TextFact("account", Wording(OnlineHome.bob))])])
    }

    @Test func `a required memo is a fact of its own`() throws {
        let found = FoundAccount(
            try MuxedAccount(address: OnlineHome.bob), "bob*example.com", .federation, memo: try Memo(argument: "id:7"))
        #expect(
            FederationEntry.account(found).text
                == [.facts([TextFact("account", Wording(OnlineHome.bob)), TextFact("memo", "id:7")])])
        #expect(FederationEntry.account(found).document["memo_type"] == "id")
    }

    @Test func `the name that a server gives is escaped in text and kept in the document`() {
        let entry = FederationEntry.name("b\u{1b}*example.com", of: OnlineHome.bob)
        #expect(entry.document["name"] == "b\u{1b}*example.com")
        #expect(entry.text.first.map { "\($0)".contains("\u{1b}") } == false)
    }

    @Test func `rejects a federation name without the network`() {
        #expect(throws: Failure.self) {
            try FederationEntry(named: try AccountReference(text: "bob*example.com"), in: home.context)
        }
    }

    // MARK: stellar.toml

    @Test func `a file is shown by sections, and its faulty fields at the end`() throws {
        let report = try report("VERSION = \"2.0\"\nSIGNING_KEY = 7\n[[CURRENCIES]]\ncode = \"USD\"\n")
        #expect(report.text.contains(.line("general")))
        #expect(report.text.contains(.line("currencies 1")))
        #expect(report.text.contains(.table([["  code", "USD"]])))
        #expect(report.text.suffix(2).first == .line("problems"))
        #expect(report.document["domain"] == "example.com")
        #expect(report.document["problems"]?.asArray?.first?["field"] == "SIGNING_KEY")
    }

    @Test func `a file without a field says nothing`() throws {
        #expect(try report("").text == [.line("the file says nothing")])
    }

    @Test func `rejects a text that is not a domain, before it asks for a connection`() {
        var isAsked = false
        let failure = #expect(throws: Failure.self) {
            try DomainReport(of: "not a domain", allowsLoopback: false) { () throws(Failure) in
                isAsked = true
                throw Failure(.usage, "no connection")
            }
        }
        #expect(failure?.kind == .badInput)
        #expect(!isAsked)
    }

    @Test func `rejects a domain of this machine unless that is allowed`() {
        #expect(throws: Failure.self) { try report("", domain: "localhost:8000") }
    }

    @Test func `rejects a file that is not TOML, and a domain without one`() {
        #expect(throws: Failure.self) { try report("= nothing") }
        #expect(throws: Failure.self) { try report("", status: 404) }
    }

    // MARK: lists

    @Test func `the well-known assets name the domains that list them`() {
        let list = KnownAssetList(on: .testnet)
        #expect(list.document["assets"]?.asArray?.allSatisfy { $0["listed_by"]?.asString != nil } == true)
        #expect(KnownAssetList(on: .futurenet).text == [.line("no assets are known for \(Network.futurenet.label)")])
    }

    @Test func `accounts are listed once, in the order of the texts`() throws {
        try home.keep(Contact(name: "bob", account: OnlineHome.bob, memo: nil, note: nil))
        var finder = AccountFinder(home.context)
        let found = try finder.distinct(
            try ["bob", OnlineHome.alice, OnlineHome.bob].map { try AccountReference(text: $0) }, .words("the account"))
        #expect(found.map(\.address) == [OnlineHome.bob, OnlineHome.alice])
    }

    @Test func `an empty table is a line`() {
        #expect(TextPart.table([], under: ["a"], ifEmpty: "none") == .line("none"))
        #expect(TextPart.table([["1"]], under: ["a"], ifEmpty: "none") == .table([["a"], ["1"]]))
    }

    // MARK: contacts

    @Test func `contacts are shown with memo and note, which is escaped`() throws {
        let contact = try Contact(name: "bob", account: OnlineHome.bob, memo: "id:7", note: "a\u{1b}")
        let note = TerminalText.escape("a\u{1b}")
        #expect(ContactList.text([contact]) == .table([["bob", "\(OnlineHome.bob)  memo id:7  \(note)"]]))
    }

    @Test func `rejects the removal of an unknown contact, and suggests the one that was probably meant`() throws {
        try home.keep(Contact(name: "supplier", account: OnlineHome.bob, memo: nil, note: nil))
        let contacts = Contacts(try home.context.journal())
        let failure = #expect(throws: Failure.self) { try contacts.remove(named: "suplier") }
        #expect(failure?.message == "no contact is called suplier")
        #expect(failure?.hint?.plain.contains("supplier") == true)
        try contacts.remove(named: "Supplier")
        #expect(try contacts.all().isEmpty)
    }
}
