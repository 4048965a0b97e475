// SPDX-License-Identifier: Apache-2.0

package import Codec
import Handoff
import Workspace

/// Builds a batch of payments, from the table to the recorded requests.
///
/// Every line is read and checked before anything is recorded. If another program takes a sequence number in between,
/// it chooses again.
package struct BatchJob {
    /// A file that a user gave.
    package struct File: Sendable {
        package let bytes: [UInt8]
        /// Its name, escaped.
        package let origin: String

        package init(_ bytes: [UInt8], origin: String) { (self.bytes, self.origin) = (bytes, origin) }
    }

    /// What happens while it works.
    package enum Event: Sendable {
        /// What the user should read, each once, also before an error.
        case notice(Notice)
        /// How many lines of the table have been read.
        case reading(done: Int, of: Int)
        /// How many accounts have been fetched.
        case fetching(done: Int, of: Int)
    }

    package enum Outcome<Receipt> {
        case built(BatchRequests, Receipt)
        /// The payers cannot spend enough; nothing was recorded.
        case shortage(BatchShortage)
    }

    /// The payments: a table, or values.
    private enum Payments {
        case sheet(File, channels: File?)
        case rows([BatchRow])
        case earlier(RebuiltBatch)
    }

    private let terms: BatchTerms
    private let payments: Payments

    /// - Parameter channels: the accounts that lend sequence numbers; nil for none.
    package init(_ terms: BatchTerms, sheet: File, channels: File? = nil) {
        self.terms = terms
        payments = .sheet(sheet, channels: channels)
    }

    /// - Parameter rows: each with its payer; their lines are for errors.
    package init(_ terms: BatchTerms, rows: [BatchRow]) {
        self.terms = terms
        payments = .rows(rows)
    }

    /// Builds the transactions of an earlier batch again, each in the place of the one before.
    ///
    /// - Parameter terms: its note, or else that of the earlier batch, is for all; source, name and sequence number are
    ///   those of the earlier batch.
    package init(_ terms: BatchTerms, rebuilding batch: RebuiltBatch) throws(Failure) {
        var terms = terms
        terms.network = NetworkSelection(try terms.network.resolve(documented: batch.network))
        terms.note = terms.note ?? batch.note
        terms.sequence = .firstFree(nil)
        self.terms = terms
        payments = .earlier(batch)
    }

    /// Builds and records the requests, all at once.
    ///
    /// - Parameters:
    ///   - check: whether the requests can be handed over, before they are recorded; returns what it made for that.
    ///   - deliver: hands over the recorded requests, with what `check` made; it withdraws the records of those that it
    ///     cannot write.
    /// - Throws: an error with every line that cannot be used or would fail.
    package func run<Prepared, Receipt>(
        events: (Event) -> Void, check: (BatchRequests) throws(Failure) -> Prepared,
        deliver: (BatchRequests, Prepared) throws(Failure) -> Receipt
    ) throws(Failure) -> Outcome<Receipt> {
        var heard = Heard()
        let note = { events(.notice($0)) }
        var batch = try BatchDraft(terms)
        try heard.step(&batch, note) { batch throws(Failure) in
            switch payments {
            case .sheet(let sheet, let channels):
                try batch.read(sheet: sheet.bytes, origin: sheet.origin) { events(.reading(done: $0, of: $1)) }
                if let channels { try batch.read(channels: channels.bytes, origin: channels.origin) }
            case .rows(let rows): try batch.take(rows)
            case .earlier(let earlier): try batch.take(earlier)
            }
            try batch.prepare()
        }
        while true {
            // Told before the check against the ledger, which may take long.
            try heard.step(&batch, note) { batch throws(Failure) in try batch.plan() }
            let shortage = try heard.step(&batch, note) { batch throws(Failure) in
                try batch.shortage { events(.fetching(done: $0, of: $1)) }
            }
            if let shortage { return .shortage(shortage) }
            let requests = try batch.requests()
            let prepared = try check(requests)
            if try requests.record() {
                let receipt = try deliver(requests, prepared)
                requests.forgetReplaced()
                return .built(requests, receipt)
            }
            heard.tell([SequenceAllocator.taken], note)
        }
    }
}
