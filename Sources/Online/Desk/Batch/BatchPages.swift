// SPDX-License-Identifier: Apache-2.0

import Building
import Codec
import Handoff
import Journal
import LedgerAPI
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
                return loop(as: path[3], CodeWish(query)) { wish throws(Failure) in
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
        var hashes: [TransactionHash] = []
        if let journal = try context.existingJournal() {
            do throws(JournalError) { hashes = try journal.requests(from: hash, count: count).map(\.hash) } catch {
                throw Failure(error)
            }
        }
        guard hashes.count == count else { throw Failure(.noInput, "this batch is not in the journal as a whole") }
        return try hashes.map { hash throws(Failure) in try request(hash.hex) }
    }

    func batchPage(
        _ first: String, _ count: String, _ query: [String: String], failure: Failure? = nil
    ) throws(Failure) -> DeskResponse {
        struct View {
            let words: String
            let hash: String
            let path: String
            let steps: [StepView]
            let hasSteps: Bool
            let totals: [PartView]
            let charts: [ChartView]
            let items: [ListedItem]
            let leftOut: Int
            let hasLeftOut: Bool
            let codes: RequestView.Codes?
            let scan: ScanPanelView?
            let canSubmit: Bool
            let network: String
            let progress: String?
            let failure: MessageView?
            let outcome: MessageView?
            let outcomeTone: String
        }
        let known = try batch(first, count)
        let hashes = known.map(\.hash)
        let hash = BatchReview.hash(of: hashes)
        let path = "/batch/\(first)/\(count)"
        let run = submissions.run(of: hashes[0])
        let isRunning = run?.isRunning ?? false
        let signed = known.count { $0.isSigned || $0.submission != nil }
        let applied = known.count { $0.submission?.state == .included }
        let ended = known.count(where: \.isSettled)
        let isOpen = ended < known.count
        let listed = known.prefix(Self.mostListed).compactMap { known in known.entry.flatMap { ListedItem($0) } }
        let caption = isOpen ? codes(of: known, path, query) : nil
        let view = View(
            words: CheckWords.text(of: hash), hash: hash.hex, path: path,
            steps: [
                StepView("Built", "\(known.count) requests", .done),
                StepView("Signed", "\(signed) of \(known.count)", signed == known.count ? .done : .now),
                StepView(
                    "Submitted", "\(known.count { ($0.submission?.attempts ?? 0) > 0 }) of \(known.count)",
                    ended == known.count ? .done : signed == known.count ? .now : .todo),
                StepView(
                    "Applied", "\(applied) of \(known.count)",
                    applied == known.count ? .done : ended == known.count ? .failed : .todo),
            ], hasSteps: true, totals: PartView.list(notices.notices(of: hashes[0])),
            charts: BatchSums(known).charts(names: Contacts.names(of: try context.contacts())),
            items: listed, leftOut: known.count - listed.count, hasLeftOut: listed.count < known.count, codes: caption,
            scan: isOpen ? ScanPanelView(token: token, heading: "Scan the responses") : nil,
            canSubmit: isOpen && !isRunning && signed > 0, network: network.label,
            progress: isRunning ? run?.text : nil,
            failure: (failure ?? run?.failure).map { MessageView($0) },
            outcome: isOpen ? nil : MessageView("\(applied) of \(known.count) transactions are applied", hint: nil),
            outcomeTone: applied == known.count ? "good" : "bad")
        return page(
            "Batch of \(known.count) requests", in: "batch", "batch", view, refresh: isRunning ? 2 : nil,
            status: failure.map(Self.status(of:)) ?? 200)
    }

    // MARK: codes

    private func codes(of known: [RequestDetails], _ path: String, _ query: [String: String]) -> RequestView.Codes {
        let wish = CodeWish(query)
        var (caption, error): (String, String?) = ("", nil)
        do throws(Failure) { caption = LoopForecast(try loop(of: known, wish), interval: wish.interval).text } catch let
            failure
        {
            error = failure.wording.pageText
        }
        return RequestView.Codes(
            path: path + "/loop", query: wish.query, dialects: "coldstar", dialectChoices: [],
            densities: wish.densityChoices, speeds: wish.speedChoices, caption: caption, error: error)
    }

    private func text(of known: RequestDetails) throws(Failure) -> String { try known.signedDocument().json.text() }

    private func loop(of known: [RequestDetails], _ wish: CodeWish) throws(Failure) -> QRLoop {
        let lines = try known.map { known throws(Failure) in try text(of: known) }
        let content = try TransactionLines(Array(lines.joined(separator: "\n").utf8), origin: "the batch").codes()
        do throws(QRLoopError) { return try QRLoop(content, density: wish.density) } catch {
            throw Failure(.badInput, Wording(error.message), hint: "carry the file instead")
        }
    }

    // MARK: submission

    /// Begins to submit all transactions of a batch that are signed and not settled, in the order of their sequence numbers.
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
