// SPDX-License-Identifier: Apache-2.0

import AnchorAPI
import Anchors
import Codec
import HTTP
import Journal
import Markup
import Stellar

/// The page that opens an anchor's page in a window and listens to it.
///
/// It is the only one of a transfer whose window the anchor's page gets hold of. Such a page can send that window
/// elsewhere, and read nothing of it; the transfer's own page is out of its reach.
extension Desk {
    func anchorWindow(_ text: String) throws(Failure) -> DeskResponse? {
        let record = try recordedTransfer(text)
        let flow = try anchorFlow(record)
        let path = "/transfers/\(record.number)"
        guard record.protocol == .sep24, record.step == .begun, flow != nil || record.status?.isFinal == true else {
            return .seeOther(path)
        }
        let isFinal = record.status?.isFinal == true
        if !isFinal {
            transfers.follow(record.number)
            _ = scene(of: record.number, isFinal: false)
        }
        let domain = ShownText.of(record.homeDomain)
        let shown = isFinal ? nil : flow
        let name = "\(record.kind == .deposit ? "Deposit" : "Withdrawal") \(record.number)"
        var response = page("The page of \(domain)", in: "anchors") {
            tag(.section, .live("state"), .id("state-section")) {
                tag(.p) { TransferRowView.state(of: record) }
            }
            shown.map { Self.opening(InteractiveView($0.container, at: "\(path)/window", named: domain)) }
            livePart("over") {
                if shown == nil {
                    notice(.neutral, .role("status")) { "There is nothing to open any more. Close this page." }
                }
            }
            livePart("window-log") { Self.log(flow?.records ?? [], domain) }
            related { tag(.a, .href(Href(path))) { name } }
        }
        if let shown { response.headers += Self.headers(for: shown.container) }
        return response
    }

    /// The part that opens the anchor's page and listens to it.
    private static func opening(_ view: InteractiveView) -> HTML {
        view.section("window", "Open it") {
            tag(.p) {
                "It is served by "
                tag(.strong) { view.origin }
                ":"
            }
            tag(.p, .class("identifier")) { view.url.text }
            actions {
                button(
                    "Open the page of \(view.name)", to: view.url, isPrimary: true, .newWindow,
                    .rel("noopener noreferrer"), .data("anchor-window"), .test("anchor-page"))
            }
            tag(.p, .class("help")) {
                "It opens in a window of its own and can say to this page that something changed; \(view.name) is asked then. It cannot read this page. Keep this page open until you are done there, then close it."
            }
            tag(.noscript) {
                tag(.p, .class("help")) {
                    "Without scripts, this page hears nothing: \(view.name) is asked every few seconds."
                }
            }
        }
    }

    private static func log(_ records: [AnchorPageFlow.Record], _ domain: String) -> HTML {
        HTML {
            if !records.isEmpty {
                card("log", "What was heard") {
                    tag(.ol, .class("log"), .test("log")) {
                        for record in records.reversed() {
                            tag(.li) {
                                tag(.time) { record.time.rfc3339 }
                                " \(record.line(domain))"
                            }
                        }
                    }
                }
            }
        }
    }

    /// The flow of the anchor's page; nil for a transfer that waits for none.
    private func anchorFlow(_ record: RecordedTransfer) throws(Failure) -> AnchorPageFlow? {
        let scene = scene(of: record.number, isFinal: record.status?.isFinal ?? false).value
        guard let id = record.transferID,
            let url = TransferPage.page(of: record, scene, begun: transfers.begun(record.number))
        else { return transfers.flow(record.number) }
        return transfers.flow(record.number, at: url, transferID: id)
    }

    func anchorWindowEvent(_ text: String, _ fields: DeskFields) throws(Failure) -> DeskResponse? {
        let record = try recordedTransfer(text)
        guard try anchorFlow(record) != nil else { return nil }
        let (page, event) = try Self.pageEvent(fields)
        guard let (flow, reaction) = transfers.take(event, from: page, at: now, of: record.number) else { return nil }
        if reaction.records.contains(where: \.asksAnchor), record.status?.isFinal != true {
            transfers.hint(record.number)
            _ = scene(of: record.number, isFinal: false)
        }
        if !reaction.records.isEmpty { changes.post() }
        return Self.answer(reaction.commands, flow, to: page)
    }
}

extension AnchorPageFlow.Record {
    /// - Parameter domain: the anchor's, as it is shown.
    fileprivate func line(_ domain: String) -> String {
        switch kind {
        case .opened: "this page was opened"
        case .left: "this page was closed"
        case .hint: "the page says: \(ShownText.of(detail)). \(domain) is asked"
        case .closed: "its window was closed. \(domain) is asked"
        case .ignored: "a message without effect: \(ShownText.of(detail))"
        }
    }
}
