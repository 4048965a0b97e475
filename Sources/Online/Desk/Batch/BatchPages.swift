// SPDX-License-Identifier: Apache-2.0

import Building
import Codec
import Handoff
import Journal
import LedgerAPI
import Markup
import Review
import Stellar
import StellarXDR
import Submitting
import Workspace

/// The page of a batch: its requests as one loop of codes, the signatures that came back, and their submission.
extension Desk {
    /// The largest batch that a page shows: 20,000 payments.
    private static let mostRequests = 1000
    private static let mostListed = 100

    func batchRoute(_ path: [String], _ query: [String: String]) throws(Failure) -> DeskResponse? {
        switch path.count {
        case 1: return try batchForm(nil)
        case 3: return try batchPage(path[1], path[2], query)
        case 4:
            switch path[3] {
            case "loop.json", "loop.svg":
                return loop(as: path[3], CodeOptions(query)) { wish throws(Failure) in
                    try loop(of: try batch(path[1], path[2]), wish)
                }
            case "requests.jsonl":
                let lines = try batch(path[1], path[2]).map { known throws(Failure) in try text(of: known) + "\n" }
                return .download(
                    Array(lines.joined().utf8), name: "batch-\(path[1].prefix(8)).jsonl", type: "application/x-ndjson")
            default: return nil
            }
        default: return nil
        }
    }

    /// The requests of a batch, in the order in which they were built.
    private func batch(_ first: String, _ count: String) throws(Failure) -> [RequestDetails] {
        guard let hash = TransactionHash(hex: first), let count = Int(count), (2...Self.mostRequests).contains(count)
        else {
            throw Failure(.noInput, "there is no such batch")
        }
        let incomplete = Failure(.noInput, "this batch is not in the journal as a whole")
        guard let journal = try existingJournal() else { throw incomplete }
        let requests: [RecordedRequest]
        do { requests = try journal.requests(from: hash, count: count) } catch { throw Failure(error) }
        guard requests.count == count else { throw incomplete }
        return try requests.map { request throws(Failure) in try RequestDetails(request, in: journal, now: seconds) }
    }

    func batchPage(
        _ first: String, _ count: String, _ query: [String: String], failure: Failure? = nil
    ) throws(Failure) -> DeskResponse {
        let known = try batch(first, count)
        let hashes = known.map(\.hash)
        let hash = TransactionHash(ofBatch: hashes)
        let path = "/batch/\(first)/\(count)"
        let run = jobs.submission(of: hashes[0])
        let isRunning = run?.isRunning ?? false
        let signed = known.count { $0.isSigned || $0.submission != nil }
        let applied = known.count { $0.submission?.state == .included }
        let isOpen = !known.allSatisfy(\.isSettled)
        let listed = known.prefix(Self.mostListed).compactMap { $0.entry.map { ListedItem($0) } }
        let codes = isOpen ? codes(of: known, path, query) : nil
        let sums = BatchSums(known).charts(names: Contacts.names(of: try contacts()))
        let outcome = isOpen ? nil : MessageView("\(applied) of \(known.count) transactions are applied")
        return page(
            "Batch of \(known.count) requests", in: "batch", refresh: isRunning ? 2 : nil,
            status: failure.map(Self.status(of:)) ?? 200
        ) {
            tag(.div, .live("state"), .id("state-section"), .test("progress")) {
                Self.steps(known).html
                (failure ?? run?.failure).map { MessageView($0).html }
                if isRunning, let run { notice(.neutral, .role("status"), .id("progress")) { run.text } }
                outcome.map { $0.outcome(applied == known.count ? .good : .bad) }
                if isOpen && !isRunning && signed > 0 { submitForm(path, to: network) }
                if !isRunning && known.contains(where: Self.canBeRebuilt) { rebuildForm(path) }
            }
            tag(.div, .class("columns request")) {
                tag(.div) {
                    card("totals", "What it pays") {
                        PartView.list(notices.notices(of: hashes[0])).html
                        for chart in sums { chart.html }
                    }
                    requests(listed, of: known.count, path)
                }
                tag(.div) {
                    card("words", "Check words") { checkWords(CheckWords.text(of: hash), hash: hash.hex) }
                    liveParts("crossing") {
                        codes?.html
                        if isOpen { ScanPanel(heading: "Scan the responses").html(token: token) }
                    }
                }
            }
        }
    }

    private static func canBeRebuilt(_ known: RequestDetails) -> Bool {
        guard known.entry?.replacedBy == nil else { return false }
        return switch known.entry?.kind {
        case .failed, .expired, .numberUsed: true
        default: false
        }
    }

    private func rebuildForm(_ path: String) -> HTML {
        postForm(Href("\(path)/rebuild"), token: token) {
            tag(.p) { "Some payments were not made and can no longer be. They can be built again." }
            tag(.p) {
                tag(.label) {
                    tag(.input, .type("checkbox"), .name(Self.unchecked), .value("on"))
                    " without looking at those who receive: a payment that still cannot be made fails alone"
                }
            }
            actions { submitButton("Rebuild them", .test("rebuild")) }
        }
    }

    private static let unchecked = FieldID.noAccountChecks.name

    /// Builds the payments of a batch that were not made and can no longer be, and shows the requests.
    func rebuildBatch(_ first: String, _ count: String, _ fields: DeskFields) throws(Failure) -> DeskResponse {
        do throws(Failure) {
            guard let batch = try batch(first, count)[0].entry?.request?.batch else {
                throw Failure(.noInput, "there is no such batch")
            }
            var terms = BatchTerms(context: context, network: choice, now: now)
            if fields.isOn(Self.unchecked) { terms.checksAccounts = false }
            let rebuilt = try RebuiltBatch(
                batch.id, in: try context.journal(), failedOnly: true, mayBeAlive: false)
            return try buildBatch(try BatchJob(terms, rebuilding: rebuilt)) { shortage throws(Failure) in
                throw shortage.failure
            }
        } catch {
            return try batchPage(first, count, [:], failure: error)
        }
    }

    private static func steps(_ known: [RequestDetails]) -> [StepView] {
        let signed = known.count { $0.isSigned || $0.submission != nil }
        let sent = known.count { ($0.submission?.attempts ?? 0) > 0 }
        let applied = known.count { $0.submission?.state == .included }
        let hasEnded = known.allSatisfy(\.isSettled)
        return [
            StepView("Built", "\(known.count) requests", .done),
            StepView("Signed", "\(signed) of \(known.count)", signed == known.count ? .done : .now),
            StepView(
                "Submitted", "\(sent) of \(known.count)",
                hasEnded ? .done : signed == known.count ? .now : .todo),
            StepView(
                "Applied", "\(applied) of \(known.count)",
                applied == known.count ? .done : hasEnded ? .failed : .todo),
        ]
    }

    private func requests(_ listed: [ListedItem], of count: Int, _ path: String) -> HTML {
        card("items", "Its requests", isLive: true, isLate: true) {
            listed.html
            if listed.count < count {
                quiet {
                    "\(count - listed.count) more are in the "
                    tag(.a, .href("/history")) { "history" }
                    "."
                }
            }
            actions { button("Download as a file", to: Href("\(path)/requests.jsonl")) }
        }
    }

    // MARK: codes

    private func codes(of known: [RequestDetails], _ path: String, _ query: [String: String]) -> LoopView {
        LoopView(at: "\(path)/loop", query, dialects: [.coldstar]) { wish throws(Failure) in
            try loop(of: known, wish)
        }
    }

    private func text(of known: RequestDetails) throws(Failure) -> String { try known.signedDocument().json.text() }

    private func loop(of known: [RequestDetails], _ wish: CodeOptions) throws(Failure) -> QRLoop {
        let lines = try known.map { known throws(Failure) in try text(of: known) }
        let content = try TransactionLines(Array(lines.joined(separator: "\n").utf8), origin: "the batch").codes()
        do throws(QRLoopError) { return try QRLoop(content, density: wish.density) } catch {
            throw Failure(.badInput, Wording(error.message), hint: "carry the file instead")
        }
    }

    // MARK: submission

    /// Begins to submit all transactions of a batch that are signed and not settled, in the order of their sequence
    /// numbers.
    func submitBatch(_ first: String, _ count: String) throws(Failure) -> DeskResponse {
        let path = "/batch/\(first)/\(count)"
        do throws(Failure) {
            let known = try batch(first, count).filter { !$0.isSettled && $0.isSigned }
            guard let network = known.first?.network else { return .seeOther(path) }
            try begin(known.compactMap(\.union), on: network)
            return .seeOther(path + "#progress")
        } catch {
            return try batchPage(first, count, [:], failure: error)
        }
    }
}
