// SPDX-License-Identifier: Apache-2.0

import Building
import Codec
import HTTP
import Handoff
import Journal
import LedgerAPI
import Stellar
import StellarXDR
import Submitting
import Workspace

/// Submitting: as `coldstar-submit send` and `resume` do it, beside the pages.
extension Desk {
    /// Begins to submit a signed transaction.
    ///
    /// - Throws: `.badInput` if it is not signed, `.refused` while too many submissions run.
    func submit(_ text: String) throws(Failure) -> DeskResponse {
        let known = try request(text)
        guard known.document.kind == .transaction, let union = known.union else {
            throw Failure(.badInput, "this is not a transaction for the network")
        }
        guard !known.isSettled else { return .seeOther("/requests/\(known.hash.hex)") }
        try begin([union], on: known.network)
        return .seeOther("/requests/\(known.hash.hex)#progress")
    }

    /// Begins to submit signed transactions.
    ///
    /// - Throws: `.refused` while too many submissions run.
    func begin(_ unions: [CollectedSignatures], on network: Network) throws(Failure) {
        let (context, servers, now, notices) = (context, submissionServers, now, notices)
        let hashes = unions.map(\.hash)
        try jobs.submit(hashes) { say throws(Failure) in
            let job = SubmitJob(
                .collected(unions), network: NetworkSelection(network), servers: servers, now: now)
            var lines = SubmissionLines(since: context.clock())
            let failure = try job.run { event in
                // They stay on the page after the submission.
                if case .notice(let notice) = event, let first = hashes.first { notices.add(notice, of: first) }
                if let text = lines.text(of: event) { say(text) }
            }
            if let failure { throw failure }
        }
    }

    /// Continues with every transaction of unknown outcome.
    func resume() throws(Failure) -> DeskResponse {
        let context = context
        let job = try ResumeJob(try context.journal(), servers: submissionServers)
        for part in job.plan.parts {
            try jobs.submit(part.transactions.map(\.hash)) { say throws(Failure) in
                var lines = SubmissionLines(since: context.clock())
                let failure = try job.run(on: part.network) { event in
                    if let text = lines.text(of: event) { say(text) }
                }
                if let failure { throw failure }
            }
        }
        return .seeOther("/requests")
    }

    private var submissionServers: SubmissionServers {
        SubmissionServers(context, Submitter.Settings())
    }

    /// Removes a request that was never signed, or that is settled.
    func forget(_ text: String) throws(Failure) -> DeskResponse {
        let prefix = try HashPrefix(text)
        guard let journal = try context.openExistingJournal() else { throw prefix.unknown }
        try RequestRemoval(prefix, in: journal, now: seconds).run()
        changes.post()
        return .seeOther("/requests")
    }
}

/// What a page says of a submission while it runs.
private struct SubmissionLines {
    private let since: Timestamp
    private let begun = ContinuousClock.now
    private var line: ProgressLine?
    private var said = ""

    /// - Parameter seconds: since 1970.
    init(since seconds: Int64) { since = Timestamp(UInt64(max(0, seconds))) }

    /// Nil for what is not worth a line, or was said last.
    mutating func text(of event: SubmissionEvent) -> String? {
        switch event {
        case .notice(let notice): return new(notice.text.pageText)
        case .fetching(_, let total): return new("fetching \(total) accounts")
        case .run(.started(let transactions, _)):
            line = ProgressLine(transactions, since: since, isInterruptible: false)
            return nil
        case .run(.prepared), .run(.finished), .run(.fault): return nil
        case .run(.ended(let report)): return report.item.lines[0]
        case .run(.remark(let text)): return TerminalText.escape(text)
        case .run(.progress(let counts, _)):
            let seconds = Double((ContinuousClock.now - begun).components.seconds)
            return line.flatMap { new($0.text(counts, seconds: seconds, columns: 200)) }
        case .run(.abandoned(_, let failure)): return failure.wording.pageText
        }
    }

    /// A text that was not the last one.
    private mutating func new(_ text: String) -> String? {
        guard text != said else { return nil }
        said = text
        return text
    }
}
