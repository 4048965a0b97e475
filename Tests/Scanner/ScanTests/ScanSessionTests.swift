// SPDX-License-Identifier: Apache-2.0

import Handoff
import Testing

@testable import Scan

struct ScanSessionTests {
    private let account = "GDRXE2BQUC3AZNPVFSCEZ76NJ3WWL25FYFK6RGZGIEKWE4SOOHSUJUJ6"
    private let envelope = """
        AAAAAgAAAADUuDIu0sp1p6j361cFdHGxe9fV/qT5qKKTY2tNZT/PPQAAJxADFJltAAAAAQAAAAEAAAAAAAAAAAAAAABmTGvjAAAAAAAAAAEAAAAAAAAABg\
        AAAAFVU0RDAAAAADuZETgO/piLoKiQDrHP5E82b32+lGvtB3JA9/Yk3xXFf/////////8AAAAAAAAAAA==
        """

    private func encoder(_ seed: UInt8) throws -> UREncoder {
        try UREncoder(UR(type: "bytes", message: (0..<200).map { UInt8($0) ^ seed }), fragment: 50)
    }

    private func receive(_ session: inout ScanSession, _ text: String) throws -> ScanSession.Event {
        try session.receive(Array(text.utf8))
    }

    @Test func `returns a multipart message once it is complete, and only once`() throws {
        var session = ScanSession()
        let encoder = try encoder(0)
        for number in 1...3 as ClosedRange<UInt32> {
            guard case .progress(let progress) = try receive(&session, encoder.part(number).uppercased()) else {
                Issue.record("part \(number) gave no progress")
                continue
            }
            #expect(progress.missing == Array(Int(number) + 1...4) && session.open == progress)
        }
        #expect(!session.joined && session.handoffs == 0)
        #expect(try receive(&session, encoder.part(4)) == .handoff([encoder.ur.text]))
        #expect(session.joined && session.open == nil && session.handoffs == 1)
        #expect(try receive(&session, encoder.part(4)) == .nothing)
        #expect(session.codes == 5)
    }

    @Test func `rejects a part of another message and keeps its progress`() throws {
        var session = ScanSession()
        let (one, other) = (try encoder(0), try encoder(1))
        _ = try receive(&session, one.part(1))
        #expect(throws: HandoffError.ur(.otherMessage)) { try receive(&session, other.part(2)) }
        #expect(throws: HandoffError.lumenSigner(.notAFrame)) { try receive(&session, "p1of2;sign-transaction;x") }
        #expect(session.open?.missing == [2, 3, 4])
    }

    @Test func `reports a misread part as a note and keeps none of it`() throws {
        var session = ScanSession()
        let part = try encoder(0).part(1)
        guard case .note = try receive(&session, String(part.dropLast(2)) + (part.hasSuffix("ae") ? "ad" : "ae")) else {
            Issue.record("no note")
            return
        }
        #expect(session.open == nil)
    }

    @Test func `returns the lines of a batch`() throws {
        var session = ScanSession()
        let ur = try BatchResource.ur(of: [envelope, envelope, envelope])
        let encoder = try UREncoder(ur, fragment: 100)
        for number in 1..<UInt32(encoder.count) { _ = try receive(&session, encoder.part(number)) }
        #expect(
            try receive(&session, encoder.part(UInt32(encoder.count))) == .handoff([envelope, envelope, envelope]))
    }

    @Test func `reports a batch that cannot be read and prints none of it`() throws {
        var session = ScanSession()
        let message: [UInt8] = [0x82, 0x65] + Array("hello".utf8) + [0x65] + Array("world".utf8)
        let event = try receive(&session, UR(type: BatchResource.type, message: message).text)
        guard case .note(let note) = event else {
            Issue.record("no note")
            return
        }
        #expect(note.contains("a batch that cannot be read: line 1") && session.handoffs == 0)
    }

    @Test func `returns each single-code message once`() throws {
        var session = ScanSession()
        #expect(try receive(&session, envelope) == .handoff([envelope]))
        #expect(try receive(&session, account) == .handoff([account]))
        #expect(try receive(&session, envelope) == .nothing)
        #expect(session.handoffs == 2 && !session.joined)
    }

    private static let response = """
        {"format": "coldstar-response", "version": 1, "id": "0f8fad5b-d9cb-469f-a165-70867728950e",
         "hash": "\(String(repeating: "ab", count: 32))",
         "signatures": [{"hint": "653fcf3d", "signature": "\(String(repeating: "A", count: 86))=="}]}
        """

    @Test func `returns a document as one line of ASCII`() throws {
        var session = ScanSession()
        guard case .handoff(let lines) = try receive(&session, Self.response) else {
            Issue.record("the response is not a handoff")
            return
        }
        #expect(lines.count == 1 && session.handoffs == 1)
        #expect(lines.allSatisfy { $0.utf8.allSatisfy { (0x20...0x7e).contains($0) } })
    }

    @Test(arguments: [
        "https://example.com/", "WIFI:T:WPA;S:home;P:secret;;", "hello", "\u{1b}[2Jhello", "{}", "", "ur:",
        "ur:bytes/aeae", String(repeating: "ab", count: 32), "SCIA76H6JJZI4O5TNYT7AHNNPAYE57NM66BZVA4VFUNILL3MYGRZWIG5",
        "web+stellar:tx?xdr=AAAA", "GDRXE2BQUC3AZNPVFSCEZ76NJ3WWL25FYFK6RGZGIEKWE4SOOHSUJUJ7",
    ])
    func `reports a code that is not a handoff as a note`(text: String) throws {
        var session = ScanSession()
        guard case .note(let note) = try receive(&session, text) else {
            Issue.record("not a note")
            return
        }
        #expect(note.utf8.allSatisfy { (0x20...0x7e).contains($0) })
        #expect(session.handoffs == 0 && session.codes == 1)
    }

    @Test func `a note reports a secret key without showing it`() throws {
        let secret = "SCIA76H6JJZI4O5TNYT7AHNNPAYE57NM66BZVA4VFUNILL3MYGRZWIG5"
        var session = ScanSession()
        guard case .note(let note) = try receive(&session, secret) else {
            Issue.record("not a note")
            return
        }
        #expect(!note.contains("SCIA") && note.contains("secret key"))
    }

    @Test(arguments: [
        "abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about",
        "abandon ability able", "ABANDON ABILITY ABLE", "1. abandon 2. ability 3. able", "abandon,ability\nable",
        // Abbreviated words, and words of languages without a list here.
        "aban abil able abou abov abse abso abst absu abus acce acci",
        "\u{3042}\u{3044}\u{3053}\u{304f}\u{3057}\u{3093}\u{3000}"
            + String(repeating: "\u{3042}\u{304a}\u{305e}\u{3089}\u{3000}", count: 11),
        "abaisser " + String(repeating: "abandon ", count: 11), String(repeating: "0123456789ABCDEF", count: 8),
        "seed=" + String(repeating: "5f", count: 64), String(repeating: "0007", count: 12),
        "key SCIA76H6JJZI4O5TNYT7AHNNPAYE57NM66BZVA4VFUNILL3MYGRZWIG5 of mine", String(repeating: "x", count: 48),
    ])
    func `a note shows nothing of text that may be a secret`(text: String) throws {
        var session = ScanSession()
        guard case .note(let note) = try receive(&session, text) else {
            Issue.record("not a note")
            return
        }
        #expect(
            note
                == "a code that is not a handoff: not for Coldstar: \(text.count) characters, not shown: they may be a secret"
        )
    }

    @Test(arguments: ["abandon ability", "abandon ability quickly", "https://example.com/a/path-to/something"])
    func `a note shows the start of text that cannot be a secret`(text: String) throws {
        var session = ScanSession()
        #expect(
            try receive(&session, text)
                == .note("a code that is not a handoff: not for Coldstar: \(text.prefix(40))"))
    }

    private static let header =
        #"{"format":"coldstar-key","version":1,"name":"alice","public_key":"GAAAA","secret":"seed"}"#

    @Test(arguments: ["", "\n"]) func `returns a sealed key backup unchanged`(end: String) throws {
        var session = ScanSession()
        #expect(try receive(&session, Self.header + "\nAAECAw==" + end) == .handoff([Self.header, "AAECAw=="]))
    }

    @Test(arguments: [
        header, header + "\nAAECAw", header + "\nAAECAw==\nAAECAw==", " " + header + "\nAAECAw==",
        header.replacing("coldstar-key", with: "coldstar-kez") + "\nAAECAw==",
    ])
    func `reports a malformed key backup as a note`(text: String) throws {
        var session = ScanSession()
        guard case .note = try receive(&session, text) else {
            Issue.record("not a note")
            return
        }
        #expect(session.handoffs == 0)
    }

    @Test func `reports bytes that are not text as a note`() throws {
        var session = ScanSession()
        #expect(try session.receive([0xff, 0xfe]) == .note("a code with bytes that are not text"))
    }
}
