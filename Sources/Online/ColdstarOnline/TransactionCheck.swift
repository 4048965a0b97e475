// SPDX-License-Identifier: Apache-2.0

import Codec
public import ColdstarStellar
import LedgerAPI
import LedgerXDR
import Stellar
import Submitting

/// What the network would do with a transaction now, as far as its servers show.
public struct TransactionCheck: Hashable, Sendable {
    /// A reason why the network would reject the transaction, or why a payment would not reach its recipient.
    public struct Problem: Hashable, Sendable {
        /// One lower-case line.
        public let message: String
        /// What to do about it, if known.
        public let hint: String?
        /// The code with which the network would reject it, such as `tx_bad_auth`; nil if it would not.
        public let code: String?
        /// The operation, from 0; nil for the transaction itself.
        public let operation: Int?
    }

    /// The transaction.
    public let hash: ColdstarStellar.TransactionHash
    /// Its outcome, if its sequence number is used and a server has the transaction; nil otherwise.
    public let settled: SubmittedTransaction.Outcome?
    /// Signatures, validity, sequence number, fee and operations; empty if nothing was found.
    public let problems: [Problem]
    /// What the network would accept, but a person should look at: for example, another transaction was requested with
    /// the same number.
    public let warnings: [String]
    /// What could not be checked.
    public let unchecked: [String]

    /// Whether nothing was found that speaks against submitting it.
    public var isReady: Bool { settled == nil && problems.isEmpty }

    init(_ report: CheckReport, warnings: [String]) {
        hash = ColdstarStellar.TransactionHash(report.hash)
        settled = nil
        problems = report.rejections.map { rejection in
            Problem(
                message: Redaction.apply(rejection.message), hint: rejection.hint.map { Redaction.apply($0.plain) },
                code: rejection.code?.rawValue, operation: rejection.operation)
        }
        func rows(_ state: CheckRow.State) -> [String] {
            report.rows.filter { $0.state == state }.map { "\($0.subject.rawValue): \(Redaction.apply($0.text))" }
        }
        self.warnings = rows(.warning) + warnings
        unchecked = rows(.notChecked)
    }

    init(_ settled: SettledOutcome, of hash: Stellar.TransactionHash, warnings: [String]) {
        self.hash = ColdstarStellar.TransactionHash(hash)
        let error = settled.failure(of: hash).map { ColdstarError($0) }
        self.settled =
            switch (settled, error) {
            case (.failed(let ledger), let error?):
                .rejected(.init(ledger: ledger, code: nil, operation: nil, error: error))
            case (.contradicted, let error?): .unknown(error)
            case (.included(let ledger), _), (.failed(let ledger), nil): .applied(ledger: ledger)
            case (.contradicted, nil): nil
            }
        problems = []
        self.warnings = warnings
        unchecked = []
    }
}
