// SPDX-License-Identifier: Apache-2.0

import AnchorAPI
import Codec
import HTTP
import LedgerAPI
import Stellar
import StellarXDR
import Testing

@testable import Workspace

struct AccountFinderTests {
    private let home = OnlineHome()

    private func error(_ text: String) -> Failure? {
        var finder = AccountFinder(home.context)
        return #expect(throws: Failure.self) { try finder.find(try AccountReference(text: text), .destination) }
    }

    @Test func `an address needs no journal and creates none`() throws {
        var finder = AccountFinder(home.context)
        let found = try finder.find(try AccountReference(text: OnlineHome.bob), .destination)
        #expect(found.account.address == OnlineHome.bob)
        #expect(found.origin == .address)
        #expect(!home.hasJournal)
    }

    @Test func `finds a contact and its memo, ignoring the case of the name`() throws {
        try home.keep(Contact(name: "exchange", account: OnlineHome.bob, memo: "id:7", note: nil))
        var finder = AccountFinder(home.context)
        let found = try finder.find(.contact("Exchange"), .destination)
        #expect(found.origin == .contact)
        #expect(try found.memo(beside: .none, .destination).argument == "id:7")
    }

    @Test func `looking for a contact does not create a journal`() {
        #expect(error("bob")?.message.contains("no contact is called bob") == true)
        #expect(!home.hasJournal)
    }

    @Test func `suggests a contact with a similar name`() throws {
        try home.keep(Contact(name: "supplier", account: OnlineHome.bob, memo: nil, note: nil))
        #expect(error("suplier")?.hint?.plain.contains("supplier") == true)
    }

    @Test func `rejects a federation name without the network`() {
        #expect(error("bob*example.com")?.kind == .usage)
    }

    @Test func `rejects an address with a wrong checksum`() {
        #expect(error(String(OnlineHome.bob.dropLast()) + "A")?.kind == .badInput)
    }

    @Test func `rejects a memo other than the one a contact requires`() throws {
        let contact = FoundAccount(
            try MuxedAccount(address: OnlineHome.bob), "x", .contact, memo: try Memo(argument: "id:7"))
        let other = try Memo(argument: "id:8")
        #expect(throws: Failure.self) { try contact.memo(beside: other, .destination) }
        #expect(throws: Failure.self) { try contact.memo(beside: .none, isFixed: true, .destination) }
        #expect(try contact.memo(beside: contact.memo, isFixed: true, .destination) == contact.memo)
    }

    @Test func `fetches the stellar.toml of a domain once, whatever it is needed for`() throws {
        let transport = RecordedTransport { request in
            guard request.url.path == "/fed" else {
                let toml = "FEDERATION_SERVER = \"https://\(request.url.host)/fed\""
                return .success(HTTPResponse(status: 200, body: Array(toml.utf8)))
            }
            return .success(HTTPResponse(status: 200, body: Array("{\"account_id\": \"\(OnlineHome.bob)\"}".utf8)))
        }
        let servers = HorizonServers(urls: [], allowsLoopback: false) { () throws(Failure) in transport }
        var finder = AccountFinder(OnlineContext(folder: home.folder, servers: servers) { 1_000 })
        for name in ["a*one.example", "b*one.example", "A*ONE.example", "a*two.example", "a*one.example"] {
            _ = try finder.find(try AccountReference(text: name), .destination)
        }
        let files = try finder.domainFiles()
        _ = try files.toml(of: try HomeDomain("one.example", allowsLoopback: false))
        let asked = transport.requests.map { "\($0.url.host)\($0.url.path)" }
        #expect(
            asked == [
                "one.example/.well-known/stellar.toml", "one.example/fed", "one.example/fed", "one.example/fed",
                "two.example/.well-known/stellar.toml", "two.example/fed",
            ])
    }

    @Test func `asks a domain that does not answer once`() throws {
        let transport = RecordedTransport { _ in .success(HTTPResponse(status: 503, body: [])) }
        let files = DomainFiles(by: transport)
        for _ in 1...2 {
            let domain = try HomeDomain("one.example", allowsLoopback: false)
            #expect(throws: AnchorError.unavailable(domain: "one.example", status: 503)) { try files.toml(of: domain) }
        }
        #expect(transport.requests.count == 1)
    }

    @Test func `an invalid setting is an error only where it is used`() throws {
        let wrong = Failure(.usage, "no folder")
        let context = OnlineContext(folder: .failure(wrong), servers: .failure(wrong)) { 0 }
        var finder = AccountFinder(context)
        #expect(
            try finder.find(try AccountReference(text: OnlineHome.bob), .destination).account.address == OnlineHome.bob)
        #expect(throws: wrong) { try finder.find(.contact("bob"), .destination) }
        #expect(throws: wrong) { try context.horizon() }
    }
}
