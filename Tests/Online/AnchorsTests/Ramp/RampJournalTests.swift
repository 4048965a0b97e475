// SPDX-License-Identifier: Apache-2.0

import Codec
import Handoff
import Journal
import Stellar
import TestSupport
import Testing

@testable import Anchors

struct RampJournalTests {
    private final class Home {
        private let folder = TemporaryFolder()

        func journal() throws -> RampJournal {
            RampJournal(try JournalOpener(folder: folder.path) { 1_800_000_000 }.open(), makeID: Stage.makeID)
        }
    }

    private func check(_ document: JSON = solana) throws -> RampCheck {
        try RampCheck(file: Array(document.text().utf8), .inline)
    }

    private func post(_ message: RampMessage, _ entry: RampEntry) -> PagePost {
        PagePost(page: "p", raw: message.json.text(), origin: entry.session.frame.origin.text, source: .frame)
    }

    private let now = Timestamp(1_800_000_000)

    @Test func `brings a session back as it was`() throws {
        let home = Home()
        var entry = try home.journal().begin(check())
        #expect(entry.number == 1)
        let journal = try home.journal()
        _ = try journal.advance(&entry) { $0.open(page: "p", at: now) }
        let asked = post(.requestSignedMessage("hello \u{e9}"), entry)
        _ = try journal.advance(&entry) { $0.receive(asked, at: now) }
        let again = try home.journal().entry(1)
        #expect(again.session.request == entry.session.request && again.session.request != nil)
        #expect(again.session.count == 2 && again.records == entry.records)
        #expect(again.session.frame == entry.session.frame)
        #expect(again.document == entry.document)
        #expect(again.text == entry.text)
    }

    @Test func `lets the slower of two programs go no further`() throws {
        let home = Home()
        let journal = try home.journal()
        var (first, second) = (try journal.begin(check()), try journal.entry(1))
        _ = try journal.advance(&first) { $0.open(page: "p", at: now) }
        let before = second.session.count
        #expect(throws: Failure.self) { try journal.advance(&second) { $0.open(page: "q", at: now) } }
        #expect(second.session.count == before && second.session.page == nil)
        #expect(try journal.entry(1).records.map { $0["page"] } == ["p"])
    }

    // MARK: what a response is to

    /// A session whose frame waits for a signature.
    private func asking(_ journal: RampJournal, _ text: String) throws -> RampRequest {
        var entry = try journal.begin(check())
        _ = try journal.advance(&entry) { $0.open(page: "p", at: now) }
        let asked = post(.requestSignedMessage(text), entry)
        _ = try journal.advance(&entry) { $0.receive(asked, at: now) }
        return try #require(entry.session.request)
    }

    @Test func `a response belongs to the session of its request, open or over`() throws {
        let home = Home()
        let journal = try home.journal()
        let (first, second) = (try asking(journal, "one"), try asking(journal, "two"))
        let signature = try #require(ChainSignature([UInt8](repeating: 7, count: 64), chain: .solana))
        for (number, request) in [(Int64(1), first), (2, second)] {
            let found = try journal.session(awaiting: ChainResponse(to: request.handoff, signature), limit: 50)
            #expect(found?.entry.number == number && found?.response.hash == request.message.hash)
        }
        var entry = try journal.entry(1)
        _ = try journal.advance(&entry) { $0.refuse("no", at: now) }
        let late = try journal.session(awaiting: ChainResponse(to: first.handoff, signature), limit: 50)
        #expect(late?.entry.number == 1 && late?.entry.session.request == nil)
        // Older sessions are not looked at.
        #expect(try journal.session(awaiting: ChainResponse(to: first.handoff, signature), limit: 1) == nil)
    }

    @Test func `a device's signature without an id belongs to the only open request, or to none`() throws {
        let home = Home()
        let journal = try home.journal()
        let signature = try #require(ChainSignature([UInt8](repeating: 7, count: 64), chain: .solana))
        let unnamed = ChainDeviceSignature(id: nil, signature: signature)
        #expect(try journal.session(awaiting: unnamed, limit: 50) == nil)
        let first = try asking(journal, "one")
        #expect(try journal.session(awaiting: unnamed, limit: 50)?.response.id == first.id)
        let second = try asking(journal, "two")
        #expect(try journal.session(awaiting: unnamed, limit: 50) == nil)
        let named = ChainDeviceSignature(id: second.id, signature: signature)
        #expect(try journal.session(awaiting: named, limit: 50)?.entry.number == 2)
    }

    @Test func `writes nothing where nothing happens`() throws {
        let home = Home()
        let journal = try home.journal()
        var entry = try journal.begin(check())
        #expect(try journal.advance(&entry) { $0.tick(at: now) } == [])
        #expect(try journal.book.rampEvents(session: 1) == [])
    }

    @Test func `lists the newest first, and knows no other number`() throws {
        let home = Home()
        let journal = try home.journal()
        for _ in 0..<3 { _ = try journal.begin(check()) }
        #expect(try journal.entries(limit: 2).map(\.number) == [3, 2])
        #expect(throws: Failure.self) { try journal.entry(4) }
        #expect(throws: Failure.self) { try journal.entry(-1) }
    }
}
