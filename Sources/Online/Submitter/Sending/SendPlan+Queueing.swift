// SPDX-License-Identifier: Apache-2.0

package import CurlHTTP
package import Faults
import Horizon
package import Journal
package import Preflight
import Stellar
import StellarXDR
import TextCodec
import XDR

/// The steps before the first transaction is submitted.
extension SendPlan {
    /// Checks every transaction's signatures as the ledger would, after the transactions of the same account before it.
    ///
    /// - Parameters:
    ///   - http: fetches the accounts of several transactions concurrently.
    ///   - parallel: the maximum number of concurrent requests.
    ///   - progress: told how many accounts have been fetched, and how many there are.
    /// - Throws: `.badInput` if the network would reject the signatures of a transaction that was not applied yet.
    package func checkSignatures(
        of batch: SignedBatch, in view: inout NetworkLedger, over http: any HTTPMultiplexer, parallel: Int,
        progress: (_ done: Int, _ total: Int) -> Void = { _, _ in }
    ) throws(Failure) {
        if items.count > 1 { try view.fetch(accounts, over: http, parallel: parallel, progress: progress) }
        var forecasts: [AccountID: SignerForecast] = [:]
        for item in items.sorted(by: { $0.transaction.sequence < $1.transaction.sequence }) {
            let envelope = try envelope(of: item, in: batch)
            // Transactions of other accounts are submitted at the same time: their changes may not be applied yet.
            let source = envelope.innermost.sourceAccount.account
            var forecast = forecasts[source] ?? SignerForecast()
            try check(envelope, batch.origin(at: item.place), &view, after: forecast)
            try forecast.apply(envelope, on: network, in: &view)
            forecasts[source] = forecast
        }
    }

    private func check(
        _ envelope: TransactionEnvelope, _ origin: String, _ view: inout NetworkLedger, after earlier: SignerForecast
    ) throws(Failure) {
        do throws(Failure) {
            // A transaction without signatures may still be authorized, because its hash may be a signer.
            let complaints = try SignatureReport(envelope, on: network, in: &view, after: earlier).complaints
            guard let first = complaints.first else { return }
            let text = complaints.map { "\($0.message) (\($0.code?.rawValue ?? ""))" }.joined(separator: "; ")
            let what = envelope.signatures.isEmpty ? "the transaction is not signed: " : ""
            throw Failure(.badInput, "\(origin): \(what)\(text)", hint: first.hint)
        } catch  where error.kind == .badInput {
            // A transaction that is already applied needs no check, and its account may have changed its signers since.
            if try view.settled(envelope.hashes(on: network)) != nil { return }
            throw error
        }
    }

    /// Records all transactions in the journal, all or none. From here on `resume` would continue with them.
    package func queue(_ batch: SignedBatch, in journal: OnlineJournal) throws(Failure) {
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
