// SPDX-License-Identifier: Apache-2.0

import Anchors
import Codec
import Handoff
import Journal
import Review
import Stellar
import Workspace

/// Purchases through Meso's ramp: its frame on a page of ours, and the signer behind the gap.
extension Desk {
    /// A configuration is a small file.
    private static let longestList = 50

    private func rampJournal() throws(Failure) -> RampJournal {
        RampJournal(try context.journal())
    }

    // MARK: pages

    func rampPages(_ path: [String], _ query: [String: String]) throws(Failure) -> DeskResponse? {
        switch path.count {
        case 1: return try rampList()
        case 2: return try rampSession(path[1], query)
        case 4 where path[3] == "loop.json" || path[3] == "loop.svg":
            // The path names the request, so that a page never goes on with the codes of one that is void.
            guard let number = Int64(path[1]), let request = try rampJournal().entry(number).session.request,
                request.id.text == path[2]
            else { return nil }
            return loop(as: path[3], CodeWish(query)) { wish throws(Failure) in try Self.loop(of: request, wish) }
        case 3 where path[2] == "request.json": return try rampRequest(path[1])
        default: return nil
        }
    }

    private func rampList(_ fields: DeskFields = DeskFields(), failure: Failure? = nil) throws(Failure) -> DeskResponse
    {
        struct Row {
            let path: String
            let item: PartView.Item
        }
        struct View {
            let error: MessageView?
            let sessions: [Row]
            let isEmpty: Bool
            let text: String
            let isInline: Bool
            let token: String
        }
        let entries = try rampJournal().entries(limit: Self.longestList)
        return page(
            "Buy through Meso", in: "ramp", "ramp",
            View(
                error: failure.map { MessageView($0) },
                sessions: entries.compactMap { entry in
                    PartView(.item(entry.item)).item.map { Row(path: "/ramp/\(entry.number)", item: $0) }
                }, isEmpty: entries.isEmpty, text: fields["configuration"] ?? "", isInline: fields.isOn("inline"),
                token: token), status: failure.map(Self.status(of:)) ?? 200)
    }

    func rampSession(
        _ number: String, _ query: [String: String] = [:], failure: Failure? = nil
    ) throws(Failure) -> DeskResponse? {
        struct Request {
            let id: String
            let words: String
            let hash: String
            let review: ReviewView
            let codes: RequestView.Codes
        }
        struct View {
            let error: MessageView?
            let path: String
            let item: PartView.Item?
            let isEnded: Bool
            let refusal: String?
            let parts: [PartView]
            let request: Request?
            let interactive: InteractiveView?
            let scan: ScanPanelView?
            let token: String
        }
        guard let number = Int64(number) else { return nil }
        let entry = try board(number) { session throws(Failure) in session.tick(at: now) }
        let session = entry.session
        let request = session.request.map { request in
            let hash = request.message.hash
            let input = ReviewInput(.chainMessage(request.message), now: now)
            return Request(
                id: request.id.text, words: CheckWords.text(of: hash), hash: hash.hex,
                review: ReviewView(ReviewText.parts(of: Reviewer.review(input).review), names: [:]),
                codes: Self.codes(of: request, "/ramp/\(number)/\(request.id.text)", query))
        }
        var response = page(
            "Session \(number)", in: "ramp", "rampsession",
            View(
                error: failure.map { MessageView($0) }, path: "/ramp/\(number)",
                item: PartView(.item(entry.item(advising: session.outcome != .pending))).item,
                isEnded: session.isEnded, refusal: entry.refusal,
                parts: PartView.list(Array(entry.text.dropFirst())),
                request: request,
                interactive: session.isEnded
                    ? nil : InteractiveView(session.container, at: "/ramp/\(number)", named: "Meso"),
                scan: session.isEnded
                    ? nil
                    : ScanPanelView(token: token, heading: "Scan the response", about: .rampSession(String(number))),
                token: token),
            status: failure.map(Self.status(of:)) ?? 200)
        if !session.isEnded { response.headers += Self.headers(for: session.container) }
        return response
    }

    // MARK: codes

    private static func codes(
        of request: RampRequest, _ path: String, _ query: [String: String]
    ) -> RequestView.Codes {
        let wish = CodeWish(query)
        do throws(Failure) {
            return codes(path, wish, caption: LoopForecast(try loop(of: request, wish), interval: wish.interval).text)
        } catch { return codes(path, wish, error: error.wording.pageText) }
    }

    private static func codes(
        _ path: String, _ wish: CodeWish, caption: String = "", error: String? = nil
    ) -> RequestView.Codes {
        let known: [DialectChoice.Dialect] = [.coldstar, .keystone]
        return RequestView.Codes(
            path: path + "/loop", query: wish.query, dialects: known.map(\.rawValue).joined(separator: " "),
            dialectChoices: wish.dialectChoices.filter { choice in known.contains { $0.rawValue == choice.value } },
            densities: wish.densityChoices, speeds: wish.speedChoices, caption: caption, error: error)
    }

    private static func loop(of request: RampRequest, _ wish: CodeWish) throws(Failure) -> QRLoop {
        let content = QRContent.parted(try wish.choice.content(of: request.handoff))
        do throws(QRLoopError) { return try QRLoop(content, density: wish.density) } catch {
            throw Failure(.badInput, Wording(error.message), hint: "carry the file instead")
        }
    }

    private func rampRequest(_ number: String) throws(Failure) -> DeskResponse? {
        guard let number = Int64(number), let request = try rampJournal().entry(number).session.request else {
            return nil
        }
        return .download(
            Array(request.handoff.json.text(pretty: true).utf8), name: "request-\(request.id.text).json",
            type: "application/json")
    }

    // MARK: forms

    func rampForms(_ path: [String], _ fields: DeskFields) throws(Failure) -> DeskResponse? {
        if path.count == 1 { return try beginRamp(fields) }
        guard path.count == 3, let number = Int64(path[1]) else { return nil }
        if path[2] == "event" { return try rampEvent(number, fields) }
        do throws(Failure) {
            switch path[2] {
            case "refuse":
                _ = try board(number) { session throws(Failure) in session.refuse("refused in the desk", at: now) }
            case "end": _ = try board(number) { session throws(Failure) in session.end(at: now) }
            default: return nil
            }
            changes.post()
            return .seeOther("/ramp/\(number)")
        } catch { return try rampSession(path[1], failure: error) }
    }

    private func beginRamp(_ fields: DeskFields) throws(Failure) -> DeskResponse {
        do {
            let bytes = fields.files("file").first?.content ?? Array((fields["configuration"] ?? "").utf8)
            let check = try RampCheck(
                file: bytes, fields.isOn("inline") ? .inline : .embedded,
                knownAddresses: try OwnAddresses(folder: try context.folder.get()).known())
            let entry = try rampJournal().begin(check)
            changes.post()
            return .seeOther("/ramp/\(entry.number)")
        } catch { return try rampList(fields, failure: Failure(any: error)) }
    }

    /// The response to a request of the frame: the signer's, or a device's signature.
    ///
    /// - Returns: the path of the session's page.
    /// - Throws: `.badInput` for something else, and for what is not the response to an open request.
    func takeChainSignature(_ source: TransactionInput) throws(Failure) -> String {
        let journal = try rampJournal()
        let found: (entry: RampEntry, response: RampResponse)?
        switch source.input.content {
        case .chainResponse(let given): found = try journal.session(awaiting: given, limit: Self.longestList)
        case .chainSignature(let given): found = try journal.session(awaiting: given, limit: Self.longestList)
        default: throw Failure(.badInput, "\(source.origin): this is not a response to a request for another chain")
        }
        guard let found else {
            throw Failure(
                .badInput, "\(source.origin): no open request has this response",
                hint: "Meso asks again on the page of the session, and a new request is shown")
        }
        try respond(found.response, in: found.entry.number)
        changes.post()
        return "/ramp/\(found.entry.number)"
    }

    private func respond(_ response: RampResponse, in number: Int64) throws(Failure) {
        _ = try board(number) { session throws(Failure) in
            do throws(RampResponseError) { return try session.respond(response, at: now) } catch {
                throw Failure(error)
            }
        }
    }

    /// What the page's script saw. The answer has the commands for the page.
    private func rampEvent(_ number: Int64, _ fields: DeskFields) throws(Failure) -> DeskResponse {
        let (page, event) = try Self.pageEvent(fields)
        let before = try rampCount(number)
        let entry = try board(number) { session throws(Failure) in session.take(event, from: page, at: now) }
        if entry.session.count != before { changes.post() }
        return Self.answer(ramps.take(number, page: page), entry.session, to: page)
    }

    private func rampCount(_ number: Int64) throws(Failure) -> Int {
        try board(number) { _ throws(Failure) in RampReaction() }.session.count
    }

    private func board(
        _ number: Int64, _ change: (inout RampSession) throws(Failure) -> RampReaction
    ) throws(Failure) -> RampEntry {
        try ramps.advance(number, in: try rampJournal(), change)
    }
}
