// SPDX-License-Identifier: Apache-2.0

import Codec
public import ColdstarStellar
import Journal
import LedgerAPI
import LedgerXDR
import Stellar
import Submitting

/// What became of a signed transaction, as recorded in the journal.
public struct SubmittedTransaction: Hashable, Sendable {
    /// Whether a transaction is in a ledger, and whether it can still get there.
    public enum Outcome: Hashable, Sendable {
        /// In this ledger, successfully.
        case applied(ledger: Int64)
        /// Rejected by the network, or failed in a ledger.
        case rejected(Rejection)
        /// Not applied before its validity ended, which a later ledger proves. Build and sign it again.
        case expired(ColdstarError)
        /// It may or may not have been applied. Continue with ``OnlineClient/resume(waiting:note:)``, or submit the
        /// same transaction again; building it again may pay twice.
        case unknown(ColdstarError)
        /// This call sent nothing. If the transaction is queued, ``OnlineClient/resume(waiting:note:)`` sends it,
        /// unless an earlier transaction of its account failed: then submit it again.
        case notSubmitted(ColdstarError)
    }

    /// Why the network did not apply a transaction.
    public struct Rejection: Hashable, Sendable {
        /// The ledger in which it failed, and took the fee; nil if the network rejected it before that.
        public let ledger: Int64?
        /// The code that decides, as Horizon writes it: of the first operation that failed, such as `op_underfunded`,
        /// or of the transaction, such as `tx_bad_seq`. Nil if no server said it.
        public let code: String?
        /// The operation with that code, from 0; nil if the code is the transaction's.
        public let operation: Int?
        /// What it means, and what to do.
        public let error: ColdstarError
    }

    /// The transaction.
    public let hash: ColdstarStellar.TransactionHash
    /// What became of it, as far as it is proven.
    public let outcome: Outcome
    /// How many times the transaction was sent.
    public let attempts: Int

    /// The error in words; nil if the transaction was applied.
    public var error: ColdstarError? {
        switch outcome {
        case .applied: nil
        case .rejected(let rejection): rejection.error
        case .expired(let error), .unknown(let error), .notSubmitted(let error): error
        }
    }

    init(_ hash: Stellar.TransactionHash, _ outcome: Outcome, attempts: Int) {
        self.hash = ColdstarStellar.TransactionHash(hash)
        self.outcome = outcome
        self.attempts = attempts
    }

    /// - Parameter hash: the record's.
    init(_ report: TransactionReport, _ hash: Stellar.TransactionHash) {
        self.init(hash, Self.outcome(report), attempts: report.submission.attempts)
    }

    /// - Parameters:
    ///   - submission: the record of a transaction that a call could not continue with; nil if there is none.
    ///   - failure: what stopped the call.
    init(_ hash: Stellar.TransactionHash, _ submission: Submission?, stoppedBy failure: Failure) {
        // What failed outside a ledger before this call may still be sent again, and this call did not get to it.
        guard let submission, submission.isFinal || submission.state == .sent || submission.state == .pending else {
            self.init(hash, .notSubmitted(ColdstarError(failure)), attempts: submission?.attempts ?? 0)
            return
        }
        self.init(TransactionReport(submission, .known, wasThere: false), hash)
    }

    private static func outcome(_ report: TransactionReport) -> Outcome {
        guard let failure = report.failure else { return .applied(ledger: report.submission.ledger ?? 0) }
        let error = ColdstarError(failure)
        switch (report.submission.state, report.ending) {
        case (.sent, _), (.pending, _): return .unknown(error)
        case (.queued, _), (_, .blocked), (_, .waiting): return .notSubmitted(error)
        case (.expired, .known): return .expired(error)
        case (.failed, .known), (.included, .known):
            let failed = report.submission.codes?.failedOperation
            return .rejected(
                Rejection(
                    ledger: report.submission.ledger,
                    code: (failed?.code ?? report.submission.codes?.decisive)?.rawValue,
                    operation: failed?.index, error: error))
        }
    }
}
