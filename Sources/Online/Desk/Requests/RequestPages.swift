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

/// The page of a request: what it does, its codes, the signatures that came back, its checks and its submission.
extension Desk {
    func requestPage(_ text: String, query: [String: String], failure: Failure? = nil) throws(Failure) -> DeskResponse {
        let known = try request(text)
        let hash = known.hash
        let run = jobs.submission(of: hash)
        let isSigned = known.isSigned
        let isOpen = !known.isSettled
        let isLedgerTransaction = known.document.kind == .transaction
        let examined = isLedgerTransaction && isOpen ? self.examined(known) : nil
        let isReady = examined?.value?.isReady ?? false
        let stage = known.entry?.stage ?? .unsigned
        let isRunning = run?.isRunning ?? false
        let canResume = stage == .pending || stage == .unsent
        let view = RequestView(
            hash: hash.hex, words: CheckWords.text(of: hash),
            steps: isLedgerTransaction ? Self.steps(known, isReady, isRunning: isRunning) : [],
            review: try review(known), notices: PartView.list(notices.notices(of: hash)),
            codes: isOpen ? codes(of: known, query) : nil,
            signatures: examined.map { FetchedParts($0.map { .success($0.signatures) }) },
            checks: isSigned ? examined.map { FetchedParts($0.map(\.checks)) } : nil,
            canSubmit: isReady && !isRunning && !canResume,
            canResume: canResume && !isRunning,
            progress: isRunning ? run?.text : nil,
            failure: (failure ?? run?.failure).map { MessageView($0) }, outcome: Self.outcome(known),
            hasFailed: known.submission?.state != .included,
            events: PartView.list(try events(of: hash).map { .line("\($0.timestamp.utc)  \($0.text)") }),
            canForget: known.entry?.request != nil && known.submission == nil,
            canReplace: isOpen && isLedgerTransaction && known.entry != nil,
            scan: isOpen ? ScanPanel(heading: "Scan the response", about: .request(hash.hex)) : nil,
            isSigned: isSigned, transfer: transferPath(of: known), network: known.network.label,
            token: token)
        let isWaiting = isRunning || examined.map { $0.isRunning && $0.result == nil } == true
        return page(
            known.entry?.summary ?? "Request", in: "requests", refresh: isWaiting ? 2 : nil,
            status: failure.map(Self.status(of:)) ?? 200
        ) { view.html }
    }

    // MARK: what it does

    /// The signer's review, as it shows it without its book and its journal, which are on the other machine; accounts have the names of the
    /// contacts.
    private func review(_ known: RequestDetails) throws(Failure) -> ReviewView {
        let parsed = try ParsedRequest(
            TransactionInput(known.document, origin: "the request"), NetworkSelection(known.network))
        let reviewed = Reviewer.review(parsed.input(now: now, book: Book()))
        let names = Contacts.names(of: try contacts()).map { ($0.key.address, $0.value) }
        return ReviewView(
            ReviewText.parts(of: reviewed.review), names: Dictionary(names, uniquingKeysWith: { first, _ in first }))
    }

    // MARK: signatures and checks

    /// What the network says of a transaction.
    private struct Examined: Hashable, Sendable {
        let signatures: [PartView]
        /// As it would be submitted; none of a transaction that no one has signed.
        var checks: Result<[PartView], Failure> = .success([])
        /// Whether the checks allow to submit it.
        var isReady = false
    }

    private func examined(_ known: RequestDetails) -> JobQueue.Known<Examined>? {
        guard let union = known.union else { return nil }
        let (context, network, now) = (context, NetworkSelection(known.network), now)
        return jobs.known(.check(known.hash, count: union.count), age: .seconds(20)) {
            () throws(Failure) -> Examined in
            guard union.count > 0 else {
                // What servers remark is told with the checks.
                let (hash, report) = try SignaturesJob(.collected([union]), network: network, context: context).run {
                    _ in
                }
                return Examined(signatures: report.parts(of: hash))
            }
            var (examined, parts, failure): (Examined?, [TextPart], Failure?) = (nil, [], nil)
            do throws(Failure) {
                try CheckJob(
                    .collected([union]), leavingOutSurplus: true, network: network, context: context, now: now
                ).run { notice in
                    parts.append(.line(notice.text))
                } signed: { hash, report in
                    examined = Examined(signatures: report.parts(of: hash))
                } each: { checked in
                    parts += checked.result.text(of: checked.hash).dropFirst(2)
                    failure = checked.result.failure(of: checked.hash)
                }
                examined?.checks = .success(PartView.list(parts))
                examined?.isReady = failure == nil
            } catch {
                guard examined != nil else { throw error }
                examined?.checks = .failure(error)
            }
            guard let examined else { throw Failure(.bug, "the signatures were not looked at") }
            return examined
        }
    }

    // MARK: its state

    private static func steps(_ known: RequestDetails, _ isReady: Bool, isRunning: Bool) -> [StepView] {
        let count = known.union?.count ?? 0
        let signed = count == 1 ? "1 signature" : "\(count) signatures"
        let submission = known.submission
        let built = StepView("Built", known.document.created.map { $0.utc } ?? "", .done)
        if known.isSettled {
            let isApplied = submission?.state == .included
            let wasSent = (submission?.attempts ?? 0) > 0 || isApplied
            return [
                built, StepView("Signed", count > 0 ? signed : "", count > 0 || isApplied ? .done : .todo),
                StepView("Submitted", "", wasSent ? .done : .todo),
                StepView(
                    isApplied ? "Applied" : "Ended",
                    submission?.ledger.map { "ledger \($0)" } ?? submission?.state.rawValue ?? "",
                    isApplied ? .done : .failed),
            ]
        }
        let isSent = isRunning || (submission.map { $0.state == .sent || $0.state == .pending } ?? false)
        return [
            built,
            StepView(
                "Signed", count > 0 ? signed : "waits for the signer",
                count == 0 ? .now : isReady || isSent ? .done : .now),
            StepView(
                "Submitted", submission.map { "attempts \($0.attempts)" } ?? "", isSent ? .done : isReady ? .now : .todo
            ),
            StepView("Applied", isSent ? "waits for a ledger" : "", isSent ? .now : .todo),
        ]
    }

    private static func outcome(_ known: RequestDetails) -> MessageView? {
        guard known.isSettled, let entry = known.entry else { return nil }
        guard let submission = entry.submission, entry.end == nil else {
            return entry.end.map { MessageView($0, hint: nil) }
        }
        let report = TransactionReport(
            submission, .known, wasThere: false, envelope: entry.transaction?.envelope)
        if let failure = report.failure { return MessageView(failure) }
        let item = report.item
        return MessageView("\(item.state)\(item.circumstances)", hint: nil)
    }

    // MARK: codes

    /// Milliseconds between two codes.
    static let usualInterval = 200

    private func codes(of known: RequestDetails, _ query: [String: String]) -> LoopView {
        LoopView(at: "/requests/\(known.hash.hex)/loop", query, dialects: DialectChoice.Dialect.allCases) {
            wish throws(Failure) in try loop(of: known, wish)
        }
    }

    private func loop(of known: RequestDetails, _ wish: CodeOptions) throws(Failure) -> QRLoop {
        let content = try wish.choice.content(of: try known.signedDocument())
        do throws(QRLoopError) { return try QRLoop(content, density: wish.density) } catch {
            throw Failure(.badInput, Wording(error.message), hint: "carry the file instead")
        }
    }

    /// The loop of a request.
    func loop(_ text: String, as format: String, query: [String: String]) throws(Failure) -> DeskResponse {
        loop(as: format, CodeOptions(query)) { wish throws(Failure) in try loop(of: try request(text), wish) }
    }

    /// A loop as data for the script, or as a picture.
    ///
    /// - Parameter format: the last part of the path.
    func loop(as format: String, _ wish: CodeOptions, _ make: (CodeOptions) throws(Failure) -> QRLoop) -> DeskResponse {
        do throws(Failure) {
            let loop = try make(wish)
            do throws(QRError) {
                if format == "loop.svg" {
                    let picture = try SVG.animated(loop, interval: wish.interval, most: 100)
                    return DeskResponse(
                        200, headers: [("Content-Type", "image/svg+xml")], body: .bytes(Array(picture.utf8)))
                }
                var document = try QRPage.document(loop, interval: wish.interval).asObject ?? JSONObject()
                document["text"] = .string(LoopForecast(loop, interval: wish.interval).text)
                return .json(.object(document))
            } catch { throw Failure(.badInput, Wording(error.message)) }
        } catch {
            return .json(["error": .string(error.wording.pageText)], status: 422)
        }
    }

    /// The request, or the signed transaction, as a file to carry.
    func download(_ text: String, _ format: TransactionFormat) throws(Failure) -> DeskResponse {
        let known = try request(text)
        let document = try known.signedDocument()
        let content = try format.text(of: document)
        let name = HandoffName(document.handoffKind, known.hash, known.isSigned ? .signed : .unsigned, format.form)
        return .download(
            Array((content + "\n").utf8), name: name.text,
            type: format == .request ? "application/json" : "text/plain; charset=utf-8")
    }
}

/// A known request, and the requests that replace it.
extension Desk {
    /// - Parameter text: a hash, or 8 or more of its first digits.
    /// - Throws: `.noInput` if nothing is known of it.
    func request(_ text: String) throws(Failure) -> RequestDetails {
        try RequestDetails(try HashPrefix(text), carried: carried.request, in: try existingJournal(), now: seconds)
    }

    /// What happened to a transaction, oldest first.
    private func events(of hash: TransactionHash) throws(Failure) -> [JournalEvent] {
        let journal = try existingJournal()
        do { return try journal?.events(hash: hash) ?? [] } catch { throw Failure(error) }
    }

    /// Builds the request for a transaction that voids another one, and shows it.
    func cancel(_ hash: String) throws(Failure) -> DeskResponse {
        try build(CancelJob(try replacement(of: hash)))
    }

    /// Builds the request for a fee bump, and shows it.
    func feeBump(_ hash: String, _ fields: DeskFields) throws(Failure) -> DeskResponse {
        let source: AccountReference = try FieldID.feeSource.value(of: try fields.required("fee-source"))
        let fee: Int64 = try FieldID.maxFee.value(of: try fields.required("max-fee"))
        return try build(FeeBumpJob(try replacement(of: hash), paidBy: source, maxFee: fee))
    }

    private func replacement(of text: String) throws(Failure) -> ReplacementTerms {
        let known = try request(text)
        return try ReplacementTerms(in: context, network: NetworkSelection(known.network), now: now) {
            _ throws(Failure) in
            try KnownTransaction(
                known.hash, submission: known.submission, envelope: known.entry?.transaction?.envelope,
                request: known.entry?.document,
                signatures: known.entry?.signatures.compactMap(\.recorded.decorated) ?? [])
        }
    }
}

extension SignatureReport {
    /// The report for a page that shows the hash already.
    fileprivate func parts(of hash: TransactionHash) -> [PartView] {
        PartView.list(lines(of: hash).dropFirst().map { TextPart.line(Wording($0)) })
    }
}
