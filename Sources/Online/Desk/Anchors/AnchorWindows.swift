// SPDX-License-Identifier: Apache-2.0

import AnchorAPI
import Anchors
import Codec
import HTTP
import Journal
import Stellar

/// The page that opens an anchor's page in a window and listens to it.
///
/// It is the only one of a transfer whose window the anchor's page gets hold of. Such a page can send that window elsewhere, and read
/// nothing of it; the transfer's own page is out of its reach.
extension Desk {
    func anchorWindow(_ text: String) throws(Failure) -> DeskResponse? {
        struct Line {
            let time: String
            let text: String
        }
        struct View {
            let domain: String
            let status: String
            let tone: String
            let meaning: String
            let interactive: InteractiveView?
            let isOver: Bool
            let log: [Line]
            let hasLog: Bool
            let transferPath: String
            let transferTitle: String
        }
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
        let lines = (flow?.records ?? []).map { Line(time: $0.time.rfc3339, text: $0.line(domain)) }
        var response = page(
            "The page of \(domain)", in: "anchors", "anchorwindow",
            View(
                domain: domain, status: ShownText.of(TransferRowView.status(of: record)),
                tone: TransferRowView.tone(of: record), meaning: TransferPage.meaning(of: record),
                interactive: shown.map { InteractiveView($0.container, at: "\(path)/window", named: domain) },
                isOver: shown == nil, log: lines.reversed(), hasLog: !lines.isEmpty, transferPath: path,
                transferTitle: "\(record.kind == .deposit ? "Deposit" : "Withdrawal") \(record.number)"))
        if let shown { response.headers += Self.headers(for: shown.container) }
        return response
    }

    /// The flow of the anchor's page; nil for a transfer that waits for none.
    private func anchorFlow(_ record: RecordedTransfer) throws(Failure) -> AnchorPageFlow? {
        let scene = scene(of: record.number, isFinal: record.status?.isFinal ?? false).value
        guard let id = record.transferID,
            let text = TransferPage.page(of: record, scene, begun: transfers.begun(record.number)),
            let url = try? HTTPURL(text)
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
