// SPDX-License-Identifier: Apache-2.0

import HTTP
import Stellar
import Testing

@testable import Anchors

/// What an anchor's page says to the page that opened it.
struct AnchorPageFlowTests {
    private static let origin = "https://pages.example"
    private let now = Timestamp(1_800_000_000)

    private func flow(_ url: String = "https://pages.example/deposit?token=1", isOpen: Bool = true) throws
        -> AnchorPageFlow
    {
        var flow = AnchorPageFlow(try HTTPURL(url), transferID: "t-1")
        if isOpen { _ = flow.take(.open, from: "p", at: now) }
        return flow
    }

    private func said(
        _ raw: String, from origin: String = origin, _ source: PagePost.Source = .window, page: String = "p",
        to flow: inout AnchorPageFlow
    ) -> [AnchorPageFlow.Record] {
        let reaction = flow.take(.message(raw: raw, origin: origin, source: source), from: page, at: now)
        #expect(reaction.commands.isEmpty)
        return reaction.records
    }

    @Test(arguments: [
        (
            "https://pages.example/deposit?token=1",
            "https://pages.example/deposit?token=1&callback=postMessage&on_change_callback=postMessage",
            "https://pages.example"
        ),
        (
            "https://pages.example:443/",
            "https://pages.example:443/?callback=postMessage&on_change_callback=postMessage", "https://pages.example"
        ),
        (
            "http://[::1]:8000/x?", "http://[::1]:8000/x?callback=postMessage&on_change_callback=postMessage",
            "http://[::1]:8000"
        ),
    ])
    func `the page is told that it may post messages`(_ url: String, _ opened: String, _ origin: String) throws {
        let flow = try flow(url)
        #expect(flow.container.url == opened && flow.container.origin.text == origin && flow.container.isWindow)
    }

    @Test func `a transaction is a reason to ask, with the status as it is said`() throws {
        var flow = try flow()
        let records = said(#"{"transaction": {"id": "t-1", "status": "completed", "amount_in": "9"}}"#, to: &flow)
        #expect(records.map(\.kind) == [.hint] && records[0].detail == "completed" && records[0].asksAnchor)
        #expect(!flow.isEnded, "the anchor says whether it is")
    }

    @Test(arguments: [
        "", "null", "[]", "1", #""completed""#, "{}", #"{"transaction": null}"#, #"{"transaction": "completed"}"#,
        #"{"transaction": {"id": "t-1"}}"#, #"{"transaction": {"status": "completed"}}"#,
        #"{"transaction": {"id": "t-2", "status": "completed"}}"#,
        #"{"transaction": {"id": 1, "status": "completed"}}"#,
        #"{"transaction": {"id": "t-1", "status": 1}}"#, #"{"id": "t-1", "status": "completed"}"#,
        #"{"transaction": {"id": "t-1", "status": "completed"}"#,
    ])
    func `anything else is ignored`(_ raw: String) throws {
        var flow = try flow()
        let records = said(raw, to: &flow)
        #expect(records.map(\.kind) == [.ignored] && !records[0].asksAnchor)
    }

    @Test func `only the window and its origin count`() throws {
        let raw = #"{"transaction": {"id": "t-1", "status": "completed"}}"#
        var flow = try flow()
        for origin in [
            "https://evil.example", "null", "http://pages.example", "https://pages.example.evil.example", "",
        ] {
            #expect(said(raw, from: origin, to: &flow).map(\.kind) == [.ignored])
        }
        for source in [PagePost.Source.other, .frame, .onboarding] {
            #expect(said(raw, source, to: &flow).map(\.kind) == [.ignored])
        }
        #expect(said(raw, page: "q", to: &flow).map(\.kind) == [.ignored], "of two pages the last one counts")
        _ = flow.take(.open, from: "q", at: now)
        #expect(said(raw, to: &flow).map(\.kind) == [.ignored])
        #expect(said(raw, page: "q", to: &flow).map(\.kind) == [.hint])
    }

    @Test func `a closed window is a reason to ask, once a page is there`() throws {
        var flow = try flow()
        #expect(flow.take(.windowClosed, from: "p", at: now).records.map(\.kind) == [.closed])
        #expect(flow.take(.windowClosed, from: "q", at: now).isEmpty)
        #expect(flow.take(.tick, from: "p", at: now).isEmpty)
        #expect(flow.take(.leave, from: "q", at: now).isEmpty && flow.page == "p")
        _ = flow.take(.leave, from: "p", at: now)
        #expect(flow.page == nil)
    }

    @Test func `a flood is bounded and hints still count`() throws {
        var flow = try flow()
        let long = String(repeating: "a", count: 10_000)
        for _ in 0..<300 { _ = said(long, from: long, to: &flow) }
        #expect(flow.records.count == AnchorPageFlow.recordLimit)
        #expect(flow.records.allSatisfy { $0.detail.utf8.count < 200 })
        let hint = said(#"{"transaction": {"id": "t-1", "status": "\#(long)"}}"#, to: &flow)
        #expect(hint.map(\.asksAnchor) == [true] && hint[0].detail.utf8.count < 200)
        #expect(
            said(#"{"transaction": {"id": "t-1", "status": "\#(String(repeating: "a", count: 70_000))"}}"#, to: &flow)
                .map(\.kind) == [.ignored])
    }

    @Test func `another address of the page keeps what was heard`() throws {
        var flow = try flow()
        _ = said("{}", to: &flow)
        flow.move(to: try HTTPURL("https://other.example/deposit?token=2"))
        #expect(flow.container.origin.text == "https://other.example" && flow.records.count == 2)
        #expect(said(#"{"transaction": {"id": "t-1", "status": "completed"}}"#, to: &flow).map(\.kind) == [.ignored])
    }
}
