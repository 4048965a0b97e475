// SPDX-License-Identifier: Apache-2.0

import CurlHTTP
import Faults
import Horizon
import Journal
import Preflight
import Stellar
import StellarXDR
import TextCodec
import XDR

/// The steps before the first transaction is submitted.
extension SendPlan {
    /// Checks every transaction's signatures as the ledger would, after the transactions of the same account before it, and leaves out those that
    /// no account needs: the network would refuse the transaction for one too many.
    ///
    /// - Parameters:
    ///   - http: fetches the accounts of several transactions concurrently.
    ///   - parallel: the maximum number of concurrent requests.
    ///   - events: told how many accounts have been fetched, and which signatures are left out.
    /// - Throws: `.badInput` if the network would reject the signatures of a transaction that was not applied yet.
    mutating func settleSignatures(
        of batch: SignedBatch, in view: inout NetworkLedger, over http: any HTTPMultiplexer, parallel: Int,
        events: (SubmissionEvent) -> Void = { _ in }
    ) throws(Failure) {
        if items.count > 1 {
            try view.fetch(accounts, over: http, parallel: parallel) { events(.fetching(done: $0, of: $1)) }
        }
        var forecasts: [AccountID: SignerForecast] = [:]
        for item in items.sorted(by: { $0.transaction.sequence < $1.transaction.sequence }) {
            var union = try union(of: item, in: batch)
            // Transactions of other accounts are submitted at the same time: their changes may not be applied yet.
            let source = union.bare.innermost.sourceAccount.account
            var forecast = forecasts[source] ?? SignerForecast()
            if let left = try settle(&union, in: &view, after: forecast) { events(.notice(left)) }
            try forecast.apply(try union.envelope(), on: network, in: &view)
            forecasts[source] = forecast
        }
    }

    /// Checks the signatures of one transaction, and drops those that no account needs.
    ///
    /// - Returns: which signatures were dropped; nil if none.
    private mutating func settle(
        _ union: inout SignatureUnion, in view: inout NetworkLedger, after earlier: SignerForecast
    ) throws(Failure) -> Notice? {
        do throws(Failure) {
            var report = try union.report(in: &view, after: earlier)
            var left: Notice?
            if report.isAuthorized, !report.surplus.isEmpty {
                left = .note(.surplusLeftOut, "\(union.origin): \(report.surplusText) left out")
                surplus[union.hash] = Set(report.surplus)
                union.drop(at: Set(report.surplus))
                report = try union.report(in: &view, after: earlier)
            }
            // A transaction without signatures may still be authorized, because its hash may be a signer.
            let complaints = report.complaints
            guard let first = complaints.first else { return left }
            let text = complaints.map { "\($0.message) (\($0.code?.rawValue ?? ""))" }.joined(separator: "; ")
            let what = union.count == 0 ? "the transaction is not signed: " : ""
            throw Failure(.badInput, "\(union.origin): \(what)\(text)", hint: first.hint)
        } catch  where error.kind == .badInput {
            // A transaction that is already applied needs no check, and its account may have changed its signers since.
            if try view.settled(union.bare.hashes(on: network)) != nil { return nil }
            throw error
        }
    }

    /// Records all transactions in the journal, all or none. From here on `resume` would continue with them.
    func queue(_ batch: SignedBatch, in journal: OnlineJournal) throws(Failure) {
        var unreadable: Failure?
        do throws(JournalError) {
            try journal.store.queue(items.count) { index throws(JournalError) in
                do throws(Failure) {
                    let envelope = try envelope(of: items[index], in: batch)
                    return (SignedTransaction(envelope, on: network), RecordedSignature.all(of: envelope, on: network))
                } catch {
                    unreadable = error
                    throw .badValue("a transaction that can no longer be read")
                }
            }
        } catch { throw unreadable ?? Failure(error) }
    }
}
