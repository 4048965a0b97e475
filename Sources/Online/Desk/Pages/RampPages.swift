// SPDX-License-Identifier: Apache-2.0

import Anchors
import Codec
import Handoff
import Journal
import Markup
import Review
import Stellar
import Synchronization
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
            return loop(as: path[3], CodeOptions(query)) { wish throws(Failure) in try Self.loop(of: request, wish) }
        case 3 where path[2] == "request.json": return try rampRequest(path[1])
        default: return nil
        }
    }

    private func rampList(_ fields: DeskFields = DeskFields(), failure: Failure? = nil) throws(Failure) -> DeskResponse
    {
        let entries = try rampJournal().entries(limit: Self.longestList)
        return page("Buy through Meso", in: "ramp", status: failure.map(Self.status(of:)) ?? 200) {
            failure.map { MessageView($0).html }
            tag(.p) {
                "Meso sells crypto for dollars in a frame of its own. The key of the address that receives stays on the offline machine: when Meso asks for a signature, the request crosses the gap."
            }
            beginningForm(fields)
            tag(.section, .live("ramp"), .id("ramp-section")) {
                tag(.h2) { "Sessions" }
                if entries.isEmpty { quiet { "There are no sessions yet." } }
                tag(.ul, .class("items")) {
                    for entry in entries {
                        tag(.li) { tag(.a, .href("/ramp/\(entry.number)")) { entry.item.html } }
                    }
                }
            }
        }
    }

    private func beginningForm(_ fields: DeskFields) -> HTML {
        postForm("/ramp", token: token, .multipart, .class("card")) {
            field(
                "file", "Configuration file",
                tag(.input, .id("file"), .name("file"), .type("file"), .accept("application/json,.json")))
            field(
                "configuration", "Or paste it",
                tag(
                    .textarea, .id("configuration"), .name("configuration"), .rows(8), .noCapitals, .noSpellcheck
                ) { fields["configuration"] ?? "" })
            tag(.div, .class("field")) {
                tag(.label) {
                    tag(
                        .input, .type("checkbox"), .name("inline"), .value("on"),
                        fields.isOn("inline") ? .checked : nil)
                    " Inline frame"
                }
            }
            actions { submitButton("Check and begin", .class("primary")) }
        }
    }

    func rampSession(
        _ number: String, _ query: [String: String] = [:], failure: Failure? = nil
    ) throws(Failure) -> DeskResponse? {
        guard let number = Int64(number) else { return nil }
        let entry = try board(number) { session throws(Failure) in session.tick(at: now) }
        let session = entry.session
        let path = "/ramp/\(number)"
        let interactive =
            session.isEnded ? nil : InteractiveView(session.container, at: path, named: "Meso")
        let item = entry.item(advising: session.outcome != .pending)
        var response = page("Session \(number)", in: "ramp", status: failure.map(Self.status(of:)) ?? 200) {
            failure.map { MessageView($0).html }
            tag(.section, .live("ramp-state"), .id("ramp-state-section"), .test("progress")) {
                tag(.div, session.isEnded ? .test("outcome") : nil) { Self.state(item) }
                entry.refusal.map { text in
                    notice(.attention, .role("status"), .test("notice")) { text }
                }
            }
            tag(.section, .live("ramp-request"), .id("ramp-request-section")) {
                session.request.map { self.request($0, path, query) }
            }
            livePart("ramp-scan") {
                if !session.isEnded {
                    ScanPanel(heading: "Scan the response", about: .rampSession(String(number))).html(token: token)
                }
            }
            if let interactive {
                interactive.section("frame", interactive.name) {
                    tag(.noscript) { tag(.p) { "The frame needs JavaScript." } }
                }
            }
            livePart("ramp-end") {
                if !session.isEnded {
                    postForm("\(path)/end", token: token) { actions { submitButton("End the session") } }
                }
            }
            tag(.section, .class("card late"), .live("ramp-log"), .id("ramp-log-section")) {
                tag(.h2) { "Log" }
                PartView.list(Array(entry.text.dropFirst())).html
            }
        }
        if !session.isEnded { response.headers += Self.headers(for: session.container) }
        return response
    }

    private static func state(_ item: TextItem) -> HTML {
        HTML {
            tag(.p) {
                chip(item.tone) { item.state }
                " "
                tag(.strong) { item.title ?? "" }
            }
            for detail in item.details { tag(.p, .class("help")) { detail } }
        }
    }

    /// The request that Meso makes, with its codes.
    private func request(_ request: RampRequest, _ path: String, _ query: [String: String]) -> HTML {
        let hash = request.message.hash
        let input = ReviewInput(.chainMessage(request.message), now: now)
        let review = ReviewView(ReviewText.parts(of: Reviewer.review(input).review), names: [:])
        let codes = LoopView(
            at: "\(path)/\(request.id.text)/loop", query, dialects: [.coldstar, .keystone]
        ) { wish throws(Failure) in try Self.loop(of: request, wish) }
        return HTML {
            tag(.h2, .data("attention", request.id.text)) { "Meso asks for a signature" }
            tag(.div, .class("columns request")) {
                tag(.div) {
                    tag(.div, .class("card")) {
                        review.html
                        tag(.p) { "How long Meso waits for it is not known." }
                        tag(.div, .class("actions")) {
                            button("Download the request", to: Href("\(path)/request.json"), .download)
                            postForm(Href("\(path)/refuse"), token: token) { submitButton("Refuse") }
                        }
                    }
                }
                tag(.div) {
                    tag(.div, .class("card")) {
                        tag(.h2) { "Check words" }
                        checkWords(CheckWords.text(of: hash), hash: hash.hex)
                    }
                    codes.html
                }
            }
        }
    }

    // MARK: codes

    private static func loop(of request: RampRequest, _ wish: CodeOptions) throws(Failure) -> QRLoop {
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

/// The sessions of the ramp that pages of this desk follow, and the commands that wait for their pages.
///
/// Everything but these commands, and a signature that the frame has not taken yet, is in the journal.
final class RampBoard: Sendable {
    private struct State {
        var entries: [Int64: RampEntry] = [:]
        var waiting: [Int64: [PageCommand]] = [:]
    }

    private let state = Mutex(State())

    /// Lets something happen to a session; its records are on the disk when this returns. The commands wait for the
    /// session's page.
    func advance(
        _ number: Int64, in journal: RampJournal, _ change: (inout RampSession) throws(Failure) -> RampReaction
    ) throws(Failure) -> RampEntry {
        let result = state.withLock { state -> Result<RampEntry, Failure> in
            do throws(Failure) {
                var entry: RampEntry
                if let known = state.entries[number] { entry = known } else { entry = try journal.entry(number) }
                let page = entry.session.page
                let commands: [PageCommand]
                do throws(Failure) { commands = try journal.advance(&entry, change) } catch {
                    // Another program may have gone on with it: the next call reads it again.
                    let isCurrent = (try? journal.entry(number))?.session.count == entry.session.count
                    state.entries[number] = isCurrent ? entry : nil
                    throw error
                }
                state.entries[number] = entry
                // What waited for an earlier page is not for the frame of this one.
                if entry.session.page != page { state.waiting[number] = nil }
                state.waiting[number, default: []] += commands
                return .success(entry)
            } catch { return .failure(error) }
        }
        return try result.get()
    }

    /// The commands that wait for a page, which gets each once.
    func take(_ number: Int64, page: String) -> [PageCommand] {
        state.withLock { state in
            guard let session = state.entries[number]?.session, session.page == page || session.isEnded else {
                return []
            }
            return state.waiting.removeValue(forKey: number) ?? []
        }
    }
}
