// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Faults
import Horizon
import Journal
import OnlineShell
import Preflight
import Shell
import Stellar
import StellarXDR
import Submitter
import TextCodec
import XDR

struct Send: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Verify the signatures, submit the transactions and wait for their outcome.",
        discussion: """
            Example: coldstar-submit send response.json
            A file may contain thousands, one per line: those of an account are submitted in the order of their numbers, each \
            when the one before is applied; accounts are processed in parallel. Exit codes: 0 all were applied; 1 one was rejected or failed; 75 an
            outcome is unknown, continue with coldstar-submit resume; 69 nothing was submitted, run it again.
            """)

    @Argument(
        help: "TX: signed envelopes, requests or responses; files, - for standard input, or the text itself.",
        completion: .file())
    var transactions: [String] = []

    @Flag(help: "Continue after transactions that failed in a ledger in an earlier run.")
    var pastFailures = false

    @OptionGroup var engine: EngineOptions
    @OptionGroup var options: SubmitOptions

    func run() throws {
        var settings = try engine.settings()
        settings.passesFailures = pastFailures
        let journal = try OnlineJournal.open(options.home)
        let request = try options.asked()
        var pile = try options.pile(transactions, request: request, journal: journal)
        let plan = try SendPlan(&pile, options.network.choice)
        if request == nil { try Self.tellOthers(plan, pile, journal) }
        for words in plan.words(now: Int64(clamping: try options.clock.time().seconds)) { Console.say(words) }
        var run = SubmitRun(journal.store, json: options.json)
        do { try bring(plan, pile, journal, settings, &run) } catch {
            guard error.isOfServers else { throw error }
            try run.add(error, for: plan.items.map(\.target))
        }
        try run.end()
    }

    /// Warns of transactions that differ from the one requested with the same sequence number.
    private static func tellOthers(
        _ plan: SendPlan, _ pile: SignedPile, _ journal: OnlineJournal
    ) throws(Failure) {
        let others = try journal.askedInstead(
            of: plan.items.map { item in
                let target = item.target
                let number = AccountNumber(source: target.source.address, sequence: target.sequence)
                return (number, target.hash, target.innerHash)
            }, on: plan.network)
        let found = zip(plan.items, others).filter { !$0.1.isEmpty }
        for (item, hashes) in found.prefix(mostOthers) {
            let words = RequestStanding.words(item.target.sequence, insteadOf: hashes)
            Console.say("\(pile.origin(at: item.place)): \(words); this is \(item.target.hash.hex)")
        }
        if found.count > mostOthers { Console.say("and \(found.count - mostOthers) more") }
    }

    /// The maximum number of warnings; further ones are only counted.
    private static let mostOthers = 20

    /// Checks the signatures against the ledger, queues all transactions in the journal, and submits them.
    private func bring(
        _ plan: SendPlan, _ pile: SignedPile, _ journal: OnlineJournal, _ settings: Submitter.Settings,
        _ run: inout SubmitRun
    ) throws(Failure) {
        let http = try options.horizon.multiplexer(parallel: settings.parallel)
        let retryBudget = RetryBudget(SystemMonotonicClock(), seconds: settings.wait)
        var view = try options.horizon.ledger(of: plan.network, waiting: retryBudget)
        if plan.items.count > 1 { try view.fetch(plan.accounts, over: http, parallel: settings.parallel) }
        var forecasts: [AccountID: SignerForecast] = [:]
        for item in plan.items.sorted(by: { $0.target.sequence < $1.target.sequence }) {
            let envelope = try plan.envelope(of: item, in: pile)
            // Transactions of other accounts are submitted at the same time: their changes may not be applied yet.
            let source = envelope.innermost.sourceAccount.account
            var forecast = forecasts[source] ?? SignerForecast()
            try Self.checkSignatures(envelope, pile.origin(at: item.place), plan.network, &view, after: forecast)
            try forecast.apply(envelope, on: plan.network, in: &view)
            forecasts[source] = forecast
        }
        try Self.queue(plan, pile, in: journal)
        let targets = plan.items.map(\.target)
        let submitter = Submitter(
            targets, bases: view.client.bases, http: http, journal: journal.store, clock: SystemMonotonicClock(),
            settings: settings, ledgerTime: view.ledgerTime
        ) { view.seen($0.source)?.sequence }
        try run.go(submitter, targets)
    }

    /// Records all transactions in the journal; from here on `resume` would continue with them.
    private static func queue(_ plan: SendPlan, _ pile: SignedPile, in journal: OnlineJournal) throws(Failure) {
        var unreadable: Failure?
        do throws(JournalError) {
            try journal.store.queue(plan.items.count) { index throws(JournalError) in
                do throws(Failure) {
                    return signed(try plan.envelope(of: plan.items[index], in: pile), plan.network)
                } catch {
                    unreadable = error
                    throw .badValue("a transaction that can no longer be read")
                }
            }
        } catch { throw unreadable ?? Failure(error) }
    }

    /// The journal's record of a transaction.
    private static func signed(
        _ envelope: TransactionEnvelope, _ network: Network
    ) -> (SignedTransaction, [RecordedSignature]) {
        let transaction = envelope.innermost
        let signed = SignedTransaction(
            hash: envelope.hash(on: network).hex, innerHash: envelope.innerHash(on: network)?.hex,
            networkPassphrase: network.passphrase,
            envelope: Base64.encode(envelope.xdr), source: transaction.sourceAccount.account.address,
            sequence: transaction.seqNum, maxTime: envelope.validUntil)
        return (signed, RecordedSignature.all(of: envelope, on: network))
    }

    /// Refuses transactions whose signatures the network would reject, before anything is submitted.
    private static func checkSignatures(
        _ envelope: TransactionEnvelope, _ origin: String, _ network: Network, _ view: inout LedgerView,
        after earlier: SignerForecast
    ) throws(Failure) {
        do throws(Failure) {
            // A transaction without signatures may still be authorized, because its hash may be a signer.
            let complaints = try SignatureReport(envelope, on: network, in: &view, after: earlier).complaints
            guard let first = complaints.first else { return }
            let text = complaints.map { "\($0.message) (\($0.code ?? ""))" }.joined(separator: "; ")
            let what = envelope.signatures.isEmpty ? "the transaction is not signed: " : ""
            throw Failure(.badInput, "\(origin): \(what)\(text)", hint: first.hint)
        } catch  where error.kind == .badInput {
            // A transaction that is already applied needs no check, and its account may have changed its signers since.
            let hashes = [envelope.hash(on: network), envelope.innerHash(on: network)].compactMap { $0 }
            for hash in hashes {
                do { if try view.client.transaction(hash) != nil { return } } catch { throw Failure(error) }
            }
            throw error
        }
    }
}

extension TransactionEnvelope {
    /// The hash of the inner transaction; nil if this is not a fee bump.
    func innerHash(on network: Network) -> TransactionHash? {
        guard case .feeBump = content else { return nil }
        return innermost.hash(on: network)
    }

    /// The transaction's `maxTime` in seconds since 1970; nil for no expiry.
    var validUntil: Int64? {
        let end = innermost.cond.timeBounds?.maxTime ?? 0
        return end == 0 ? nil : Int64(clamping: end)
    }
}
