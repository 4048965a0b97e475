// SPDX-License-Identifier: Apache-2.0

import AddressBook
import Building
import CurlHTTP
import Faults
import Handoff
import Horizon
import Journal
import Platform
import Preflight
import Stellar
import StellarXDR
import Submitter
import TextCodec
import XDR

/// Submitting: as `coldstar-submit send` and `resume` do it, beside the pages.
extension Desk {
    /// Seconds to wait for the outcome of each transaction before the page says that it is unknown; `resume` goes on.
    private static let patience: UInt64 = 120
    private static let parallel = 16

    /// Begins to submit a signed transaction.
    ///
    /// - Throws: `.badInput` if it is not signed, `.refused` while too many submissions run.
    func submit(_ text: String) throws(Failure) -> DeskResponse {
        let known = try request(text)
        guard known.document.kind == .transaction, let union = known.union else {
            throw Failure(.badInput, "this is not a transaction for the network")
        }
        guard !known.isSettled else { return .seeOther("/requests/\(known.hash.hex)") }
        try begin([known.hash], [union], on: known.network, origin: "the transaction")
        return .seeOther("/requests/\(known.hash.hex)#progress")
    }

    /// Begins to submit signed transactions, those of one account in the order of their sequence numbers, without the signatures that no account needs.
    ///
    /// - Parameter origin: what they are called in errors.
    /// - Throws: `.refused` while too many submissions run.
    func begin(
        _ hashes: [TransactionHash], _ unions: [SignatureUnion], on network: Network, origin: String
    ) throws(Failure) {
        let context = context
        try submissions.start(hashes) { say throws(Failure) in
            let http = try context.horizon().multiplexer(parallel: Self.parallel)
            let bare = unions.map(\.bare)
            try context.checkCodes(of: bare, on: network, try context.journal())
            var view = try context.networkLedger(of: network, for: bare)
            var lines: [String] = []
            // A transaction may change the signers of those of the same account behind it.
            var forecasts: [AccountID: SignerForecast] = [:]
            for var union in unions {
                let source = union.bare.innermost.sourceAccount.account
                var forecast = forecasts[source] ?? SignerForecast()
                _ = try union.dropSurplus(in: &view, after: forecast)
                let envelope = try union.envelope()
                try forecast.apply(envelope, on: network, in: &view)
                forecasts[source] = forecast
                lines.append(Base64.encode(envelope.xdr))
            }
            let bytes = Array(lines.joined(separator: "\n").utf8)
            try Self.send([try TransactionLines(bytes, origin: origin)], on: view, over: http, in: context, say)
        }
    }

    /// Checks the signatures, queues the transactions and submits them until all have ended.
    private static func send(
        _ files: [TransactionLines], on view: NetworkLedger, over http: any HTTPMultiplexer,
        in context: OnlineContext,
        _ say: (String) -> Void
    ) throws(Failure) {
        let journal = try context.journal()
        var batch = try SignedBatch(files, request: nil, journal: journal, network: view.network)
        let plan = try SendPlan(&batch, NetworkSelection(view.network))
        var run = SubmissionRun(journal.store)
        let settings = Submitter.Settings(wait: patience, parallel: parallel)
        try follow(&run, plan.transactions, context, say) { () throws(Failure) in
            var view = view
            try plan.checkSignatures(of: batch, in: &view, over: http, parallel: parallel)
            try plan.queue(batch, in: journal)
            return Submitter(plan.transactions, on: view, http: http, journal: journal.store, settings: settings)
        }
    }

    /// Continues with every transaction of unknown outcome.
    func resume() throws(Failure) -> DeskResponse {
        let plan = try ResumePlan(try context.journal().store)
        let context = context
        for part in plan.parts {
            try submissions.start(part.transactions.map(\.hash)) { say throws(Failure) in
                let http = try context.horizon().multiplexer(parallel: Self.parallel)
                let view = try context.networkLedger(of: part.network)
                let journal = try context.journal()
                var run = SubmissionRun(journal.store)
                let settings = Submitter.Settings(wait: Self.patience, parallel: Self.parallel)
                try Self.follow(&run, part.transactions, context, say) { () throws(Failure) in
                    Submitter(
                        part.transactions, on: view, http: http, journal: journal.store, settings: settings)
                }
            }
        }
        return .seeOther("/requests")
    }

    /// Runs a submission and says what it waits for.
    ///
    /// - Throws: the most severe failure, also of a transaction that was not applied.
    private static func follow(
        _ run: inout SubmissionRun, _ transactions: [PendingTransaction], _ context: OnlineContext,
        _ say: (String) -> Void, by prepare: () throws(Failure) -> Submitter
    ) throws(Failure) {
        let begun = ContinuousClock.now
        let line = ProgressLine(transactions, since: Timestamp(UInt64(max(0, context.clock()))), isInterruptible: false)
        var said = ""
        try run.run(transactions, by: prepare) { event in
            switch event {
            case .started, .finished: break
            case .ended(let report): say(report.item.lines[0])
            case .remark(let text): say(TerminalText.escape(text))
            case .progress(let counts, _):
                let seconds = Double((ContinuousClock.now - begun).components.seconds)
                let text = line.text(counts, seconds: seconds, columns: 200)
                if text != said { say(text) }
                said = text
            case .abandoned(_, let failure): say(failure.wording.pageText)
            }
        }
        if let failure = run.failure { throw failure }
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
