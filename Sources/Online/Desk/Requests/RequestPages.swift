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

/// The page of a request: what it does, its codes, the signatures that came back, its checks and its submission.
extension Desk {
    func requestPage(_ text: String, query: [String: String], failure: Failure? = nil) throws(Failure) -> DeskResponse {
        let known = try request(text)
        let (hash, path) = (known.hash, "/requests/\(known.hash.hex)")
        let run = jobs.submission(of: hash)
        let isRunning = run?.isRunning ?? false
        let isOpen = !known.isSettled
        let isLedgerTransaction = known.document.kind == .transaction
        let stage = known.entry?.stage ?? .unsigned
        let canResume = stage == .pending || stage == .unsent
        let review = try review(known)
        let examined = isLedgerTransaction && isOpen ? self.examined(known) : nil
        let isReady = examined?.value?.isReady ?? false
        let codes = isOpen ? codes(of: known, query) : nil
        let events = PartView.list([.facts(try events(of: hash).map(\.fact))])
        let transfer = transferPath(of: known)
        let isWaiting = isRunning || examined.map { $0.isRunning && $0.result == nil } == true
        return page(
            known.entry?.summary ?? "Request", in: "requests", refresh: isWaiting ? 2 : nil,
            status: failure.map(Self.status(of:)) ?? 200
        ) {
            tag(.div, .live("state"), .id("state-section"), .test("progress")) {
                if isLedgerTransaction { Self.steps(known, isReady, isRunning: isRunning).html }
                (failure ?? run?.failure).map { MessageView($0).html }
                if isRunning, let run {
                    notice(.neutral, .role("status"), .id("progress"), .data("progress", hash.hex)) { run.text }
                }
                Self.outcome(known)?.outcome(known.submission?.state == .included ? .good : .bad)
                if let transfer { related { tag(.a, .href(Href(transfer))) { "The withdrawal that this pays" } } }
            }
            tag(.div, .class("columns request")) {
                tag(.div) {
                    card("review", "What it does") {
                        PartView.list(notices.notices(of: hash)).html
                        review.html
                    }
                    tag(
                        .section, .class("card late"), .live("signatures"), .id("signatures-section"),
                        .aria("labelledby", "signatures-heading")
                    ) {
                        if let examined { Self.panels(examined, isSigned: known.isSigned) }
                        if isReady && !isRunning && !canResume { submitForm(path, to: known.network) }
                        if canResume && !isRunning { resumeForm }
                    }
                    // What can be done ends when it is settled, also in a window that stays open.
                    liveParts("ways") {
                        Self.files(path, isSigned: known.isSigned)
                        if isLedgerTransaction && !isRunning { againForms(known, path) }
                        if known.entry?.request != nil && known.submission == nil { forgetForm(path) }
                        if isOpen && isLedgerTransaction && known.entry != nil { replaceForms(path) }
                    }
                }
                tag(.div) {
                    card("words", "Check words") { checkWords(CheckWords.text(of: hash), hash: hash.hex) }
                    liveParts("crossing") {
                        codes?.html
                        if isOpen {
                            ScanPanel(heading: "Scan the response", about: .request(hash.hex)).html(token: token)
                        }
                    }
                    tag(.section, .class("card late"), .live("events"), .id("events-section")) {
                        tag(.h2) { "Events" }
                        events.html
                    }
                }
            }
        }
    }

    // MARK: what it does

    /// The signer's review, as it shows it without its book and its journal, which are on the other machine; accounts
    /// have the names of the contacts.
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
                let (_, report) = try SignaturesJob(.collected([union]), network: network, context: context).run { _ in
                }
                return Examined(signatures: PartView.list(report.text))
            }
            var (examined, parts, failure): (Examined?, [TextPart], Failure?) = (nil, [], nil)
            do throws(Failure) {
                try CheckJob(
                    .collected([union]), leavingOutSurplus: true, network: network, context: context, now: now
                ).run { notice in
                    parts.append(.line(notice.text))
                } signed: { _, report in
                    examined = Examined(signatures: PartView.list(report.text))
                } each: { checked in
                    parts += checked.result.text
                    failure = checked.result.failure(of: checked.hash)
                }
                examined?.checks = .success(PartView.list(parts))
                examined?.isReady = failure == nil
            } catch {
                guard examined != nil else { throw error }
                examined?.checks = .failure(error)
            }
            guard let examined else { throw Failure(.bug, "the signatures were not checked") }
            return examined
        }
    }

    private static func panels(_ examined: JobQueue.Known<Examined>, isSigned: Bool) -> HTML {
        HTML {
            tag(.h2, .id("signatures-heading")) { "Signatures" }
            tag(.div, .test("signatures")) { FetchedParts(examined.map { .success($0.signatures) }).html }
            if isSigned {
                tag(.h2) { "Checks" }
                tag(.div, .test("checks")) { FetchedParts(examined.map(\.checks)).html }
            }
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

    // MARK: what can be done with it

    /// - Parameter path: of the page of a request, or of a batch.
    func submitForm(_ path: String, to network: Network) -> HTML {
        postForm(Href("\(path)/submit"), token: token) {
            actions { submitButton("Submit to \(network.label)", .class("primary"), .test("submit")) }
        }
    }

    private var resumeForm: HTML {
        postForm("/resume", token: token) {
            tag(.p) { "Its outcome is not known yet. Do not build it again." }
            actions { submitButton("Continue with it", .class("primary"), .test("resume")) }
        }
    }

    private static func files(_ path: String, isSigned: Bool) -> HTML {
        tag(.section, .class("card late")) {
            tag(.h2) { "Files" }
            actions {
                button("Download the request", to: Href("\(path)/request.json"))
                " "
                if isSigned { button("Download the signed transaction", to: Href("\(path)/transaction.xdr")) }
            }
        }
    }

    /// What builds a transaction like it: in its place where it was not applied and can no longer be, or is not signed;
    /// beside it where it was applied.
    private func againForms(_ known: RequestDetails, _ path: String) -> HTML {
        HTML {
            switch known.entry?.kind {
            case .applied:
                tag(.details, .class("more late")) {
                    tag(.summary) { "Repeat it" }
                    postForm(Href("\(path)/repeat"), token: token) {
                        tag(.p) { "Builds a new transaction like this one. An empty field takes what this one has." }
                        if known.isPayment {
                            field(
                                "amount", "Another amount",
                                tag(
                                    .input, .id("amount"), .name("amount"), .inputMode("decimal"), .noAutocomplete))
                        }
                        field("memo", "Another memo", tag(.input, .id("memo"), .name("memo"), .noAutocomplete))
                        actions { submitButton("Build it", .test("repeat")) }
                    }
                }
            case .failed, .expired, .numberUsed, .waitsForSignatures:
                // What someone has signed can still be applied until it is settled.
                let isRebuilt = known.entry.map { $0.replacedBy != nil && $0.kind != .numberUsed } ?? false
                if !isRebuilt && (known.isSettled || !known.isSigned) {
                    tag(.details, .class("more late")) {
                        tag(.summary) { "Rebuild it" }
                        postForm(Href("\(path)/rebuild"), token: token) {
                            tag(.p) {
                                "Builds the same operations with a new expiry and the next free sequence number, in the place of this one."
                            }
                            actions { submitButton("Build it again", .test("rebuild")) }
                        }
                    }
                }
            default: HTML {}
            }
        }
    }

    private func forgetForm(_ path: String) -> HTML {
        tag(.details, .class("more late")) {
            tag(.summary) { "Forget this request" }
            postForm(Href("\(path)/forget"), token: token) {
                tag(.p) {
                    "Its sequence number is free again. Destroy every copy that was carried over: once signed, it can still be submitted."
                }
                actions { submitButton("Forget it", .class("danger"), .test("forget")) }
            }
        }
    }

    private func replaceForms(_ path: String) -> HTML {
        tag(.details, .class("more late")) {
            tag(.summary) { "Cancel it, or pay a higher fee" }
            postForm(Href("\(path)/cancel"), token: token) {
                tag(.p) { "Builds a transaction with the same sequence number that does nothing." }
                actions { submitButton("Build the cancellation") }
            }
            postForm(Href("\(path)/fee-bump"), token: token) {
                field(
                    "fee-source", "Account that pays the fee",
                    tag(.input, .id("fee-source"), .name("fee-source"), .required, .noAutocomplete))
                field(
                    "max-fee", "Maximum total fee in stroops",
                    tag(
                        .input, .id("max-fee"), .name("max-fee"), .required, .inputMode("numeric"), .noAutocomplete))
                actions { submitButton("Build the fee bump") }
            }
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

extension RequestDetails {
    /// Whether it is a single payment, whose amount can be another one.
    fileprivate var isPayment: Bool {
        guard let operations = document.envelope?.innermost.operations, operations.count == 1,
            case .payment = operations[0].body
        else { return false }
        return true
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

    /// Builds the request for a transaction in the place of this one, and shows it.
    func rebuild(_ hash: String) throws(Failure) -> DeskResponse {
        try build(RebuildJob(try replacement(of: hash)), showsFacts: true)
    }

    /// Builds the request for a new transaction like this one, and shows it.
    func repeated(_ hash: String, _ fields: DeskFields) throws(Failure) -> DeskResponse {
        let earlier = try replacement(of: hash)
        var wanted = TransactionParameters(context: context, network: earlier.network, now: now)
        wanted.memo = try FieldID.memo.optionalValue(of: fields["memo"])
        wanted.sequence = .afterDrafts
        return try build(
            RepeatJob(earlier, wanted, amount: try FieldID.amount.optionalValue(of: fields["amount"])), showsFacts: true
        )
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
