// SPDX-License-Identifier: Apache-2.0

import AnchorAPI
import Codec
import Foundation
import Journal
import Stellar
import Testing

@testable import Anchors

struct TransferWatchTests {
    private static func transfer(_ status: String, _ more: String = "") -> RecordedAnchor.Answer {
        .ok(#"{"transaction":{"id":"42","kind":"withdrawal","status":"\#(status)"\#(more)}}"#)
    }

    private static func anchor(_ answers: RecordedAnchor.Answer...) -> RecordedAnchor {
        RecordedAnchor([
            "GET /sep6/transaction": answers, "GET /sep6/info": [.ok(RecordedAnchor.info)],
            "GET /sep6/deposit": [.ok(#"{"id":"42"}"#)],
        ])
    }

    private static func watch(_ anchor: RecordedAnchor) throws -> TransferWatch {
        try TransferWatch(
            try anchor.session(), named: "42", mayBeNumber: false, by: nil, token: try anchor.token())
    }

    @Test func `says what the anchor wants, and what pays it`() throws {
        let watch = try Self.watch(
            Self.anchor(Self.transfer("pending_user_transfer_start", #","required_info_updates":["bank"]"#)))
        #expect(watch.lines[0].plain.hasPrefix("pending_user_transfer_start: "))
        #expect(watch.lines.contains { $0.plain == "next: build the withdrawal's payment" })
        #expect(!watch.isOver && watch.failure?.kind == .unknownYet)
    }

    @Test func `names the page of an interactive transfer that is not finished`() throws {
        let page = #","more_info_url":"https://anchor.example/more""#
        let watch = try Self.watch(Self.anchor(Self.transfer("incomplete", page)))
        #expect(watch.lines.last == "  https://anchor.example/more")
        #expect(
            try !Self.watch(Self.anchor(Self.transfer("completed", page))).lines.contains { $0.plain.contains("more") })
    }

    @Test(arguments: ["completed", "refunded"])
    func `ends well`(status: String) throws {
        let watch = try Self.watch(Self.anchor(Self.transfer(status)))
        #expect(watch.isOver && watch.failure == nil)
    }

    @Test func `ends with a failure for a transfer that expired`() throws {
        #expect(try Self.watch(Self.anchor(Self.transfer("expired"))).failure?.kind == .refusedByLedger)
    }

    /// What a watch says, and the seconds of its pauses.
    private static func run(
        _ watch: inout TransferWatch, seconds: UInt32, every interval: UInt32 = 5
    ) throws -> (states: [String], pauses: [UInt64]) {
        var (states, pauses): ([String], [UInt64]) = ([], [])
        try watch.run(seconds: seconds, every: interval, pause: { pauses.append($0) }) { event in
            switch event {
            case .state(let lines): states.append(String(lines[0].plain.prefix { $0 != ":" }))
            case .unavailable: states.append("unavailable")
            case .notRecorded: states.append("not recorded")
            }
        }
        return (states, pauses)
    }

    @Test func `says each change once, asks again after a pause while the server is away, and stops at the end`() throws
    {
        let anchor = Self.anchor(
            Self.transfer("pending_anchor"), Self.transfer("pending_anchor"), .refused(503, "{}"),
            Self.transfer("completed"))
        var watch = try Self.watch(anchor)
        let (states, pauses) = try Self.run(&watch, seconds: 600, every: 7)
        #expect(states == ["pending_anchor", "unavailable", "completed"] && pauses == [7, 7, 7])
        #expect(watch.failure == nil)
    }

    @Test func `only shows the state where no time is given, and never waits past the end`() throws {
        var watch = try Self.watch(Self.anchor(Self.transfer("pending_anchor")))
        let shown = try Self.run(&watch, seconds: 0)
        #expect(shown.states == ["pending_anchor"] && shown.pauses.isEmpty)
        var short = try Self.watch(Self.anchor(Self.transfer("pending_anchor"), Self.transfer("expired")))
        #expect(try Self.run(&short, seconds: 2).pauses == [2] && short.failure?.kind == .refusedByLedger)
    }

    @Test func `an error that will not pass ends it`() throws {
        var watch = try Self.watch(Self.anchor(Self.transfer("pending_anchor"), .refused(403, "{}")))
        #expect(throws: TransferError.self) { try Self.run(&watch, seconds: 600) }
    }

    @Test func `records the status of a transfer that was begun here`() throws {
        let anchor = Self.anchor(Self.transfer("completed"))
        var job = try anchor.deposit(isAttended: false)
        try job.untilSummary()
        _ = try job.until(.agreed(true)) { if case .result = $0 { true } else { false } }
        var watch = try Self.watch(anchor)
        _ = try Self.run(&watch, seconds: 0)
        #expect(try anchor.record().status?.rawValue == "completed")
    }

    @Test func `records nothing, and creates no journal, for a transfer begun elsewhere`() throws {
        let anchor = Self.anchor(Self.transfer("completed"))
        var watch = try Self.watch(anchor)
        _ = try Self.run(&watch, seconds: 0)
        #expect(!FileManager.default.fileExists(atPath: anchor.folder + "/journal.sqlite"))
    }
}
