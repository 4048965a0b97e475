// SPDX-License-Identifier: Apache-2.0

package import Codec
package import LedgerXDR
import Stellar
package import StellarXDR

/// A reason why the network would reject a transaction, found before it is submitted.
package struct ForecastRejection: Hashable, Sendable {
    /// The result code that the network would return, as Horizon names it; nil when the network would not reject it
    /// (SEP-29 is a convention).
    package let code: ResultCode?
    /// The operation at fault, from 0; nil for the transaction itself.
    package let operation: Int?
    /// What is wrong, with full addresses.
    package let message: String
    /// What to do about it.
    package let hint: Wording?
    /// Whether it may be wrong: one server or one clock says so, and nothing confirms it.
    package var isUnproven = false

    /// Whether the network finds it only when it applies the operations, after all signatures.
    package internal(set) var isFromApplying = false
    /// Whether it is about the inner transaction of a fee bump, which the network checks after the outer one.
    package internal(set) var isInner = false

    package init(_ code: ResultCode?, operation: Int? = nil, _ message: String, hint: Wording? = nil) {
        self.code = code
        self.operation = operation
        self.message = message
        self.hint = hint
    }
}

extension ForecastRejection {
    /// The rejection about a transaction's form, whatever the accounts hold; nil when there is none.
    package init?(formOf envelope: TransactionEnvelope) {
        guard let rejection = Validity.rejection(of: envelope) else { return nil }
        self.init(rejection, envelope.innermost)
    }

    /// Forecasts the rejection of the transaction's form.
    init(_ rejection: Rejection, _ transaction: Transaction) {
        let failure = rejection.operation.flatMap { index in
            rejection.fault.map { OperationResult.failure(transaction.operations[index].type, $0.rawValue) }
        }
        let code = failure.map(ResultCodes.name) ?? ResultCodes.name(rejection.code)
        let place =
            rejection.operation.map { "operation \($0 + 1) (\(transaction.operations[$0].type.name))" }
            ?? (rejection.isInner ? "the inner transaction" : "the transaction")
        let explanation =
            rejection.operation.map { ResultText.operation(code, of: transaction.operations[$0].type) }
            ?? ResultText.transaction(code)
        self.init(
            code, operation: rejection.operation, "\(place) would be refused: \(explanation.meaning)",
            hint: explanation.advice)
    }
}

extension ForecastRejection {
    /// Rejections in the order in which the network finds their reasons, so that the first is its answer: of a fee bump
    /// the outer transaction first; signatures come after the sequence number and before the balance, all that is wrong
    /// with an operation's form or signatures before what fails when it is applied.
    ///
    /// - Parameter rejections: those of a `Preflight` and of a `SignatureReport`.
    /// - Source: stellar-core `TransactionFrame::checkValid`, `FeeBumpTransactionFrame::checkValid`,
    ///   `OperationFrame::checkValid`.
    package static func inOrder(_ rejections: [ForecastRejection]) -> [ForecastRejection] {
        let ranks: [[Int]] = rejections.enumerated().map { index, rejection in
            // Of one operation the signatures are checked before the form.
            let form = rejection.code == .opBadAuth ? 0 : 1
            return [rejection.isInner ? 1 : 0, rejection.rank, rejection.operation ?? 0, form, index]
        }
        return rejections.indices.sorted { ranks[$0].lexicographicallyPrecedes(ranks[$1]) }.map { rejections[$0] }
    }

    private var rank: Int {
        if isFromApplying { return 5 }
        if operation != nil { return code == nil ? 5 : 3 }
        return switch code {
        case .txBadAuth: 1
        case .txInsufficientBalance: 2
        case .txBadAuthExtra: 4
        case .txBadSponsorship: 6
        default: 0
        }
    }
}

/// Why an operation fails: the first reason in the network's order of checks.
struct OperationFailure {
    /// The network's result code, as Horizon names it.
    let code: ResultCode
    /// What is wrong, with full addresses.
    let message: String
    let hint: Wording?
    /// Whether transactions submitted before this one may remedy it.
    let mayPass: Bool

    init(_ code: ResultCode, _ message: String, hint: Wording? = nil, mayPass: Bool = false) {
        self.code = code
        self.message = message
        self.hint = hint
        self.mayPass = mayPass
    }
}

extension Failure {
    /// Combines all rejections in one failure, with the first one's hint.
    package init(_ rejections: [ForecastRejection]) {
        let text = rejections.map { rejection in
            rejection.message + (rejection.code.map { " (\($0))" } ?? "")
        }.joined(separator: "; ")
        let codes = rejections.compactMap { rejection in
            rejection.code.map { FailureCode($0.rawValue, operation: rejection.operation) }
        }
        self.init(.badInput, Wording(text), hint: rejections.lazy.compactMap(\.hint).first, codes: codes)
    }
}
