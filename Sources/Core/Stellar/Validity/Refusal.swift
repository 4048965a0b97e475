// SPDX-License-Identifier: Apache-2.0
package import StellarXDR

/// Why the network would refuse a transaction before it goes in.
package struct Refusal: Hashable, Sendable {
    /// The code of the transaction, of a fee bump's inner one when `isInner`; `.txFailed` when it is an operation's fault.
    package let code: TransactionResultCode
    /// Whether a fee bump is refused for its inner transaction.
    package var isInner = false
    /// The fee that would do, in stroops, when the fee is too low; what is set aside for Soroban resources comes on top of it.
    package var neededFee: Int64?
    /// The operation at fault.
    package private(set) var operation: Int?
    /// The results of all operations as the network lists them: checking stops at the first that is refused, those
    /// behind it read "success" although nobody looked at them. Empty unless an operation is at fault.
    package private(set) var results: [OperationResult] = []

    package init(_ code: TransactionResultCode, neededFee: Int64? = nil) {
        self.code = code
        self.neededFee = neededFee
    }

    /// The operation at `index` is refused with `result`.
    package init(operation index: Int, _ result: OperationResult, of transaction: Transaction) {
        code = .txFailed
        operation = index
        results = transaction.operations.map { OperationResult.success($0.body.discriminant) }
        results[index] = result
    }

    /// The same refusal, of the inner transaction of a fee bump.
    package var inside: Refusal {
        var copy = self
        copy.isInner = true
        return copy
    }

    /// What the network answers.
    ///
    /// - Parameters:
    ///   - fee: what it says was charged, in stroops; the needed fee takes its place when the fee is too low.
    ///   - innerHash: the hash of a fee bump's inner transaction.
    package func result(fee: Int64, innerHash: Hash) -> TransactionResult {
        let fee = neededFee ?? fee
        guard isInner else { return TransactionResult(feeCharged: fee, result: outerResult, ext: .v0) }
        let inner = InnerTransactionResult(feeCharged: 0, result: innerResult, ext: .v0)
        let pair = InnerTransactionResultPair(transactionHash: innerHash, result: inner)
        return TransactionResult(feeCharged: fee, result: .txFeeBumpInnerFailed(pair), ext: .v0)
    }

    private var outerResult: TransactionResultResult {
        switch code {
        case .txTooEarly: .txTooEarly
        case .txTooLate: .txTooLate
        case .txMissingOperation: .txMissingOperation
        case .txBadSeq: .txBadSeq
        case .txBadAuth: .txBadAuth
        case .txInsufficientBalance: .txInsufficientBalance
        case .txNoAccount: .txNoAccount
        case .txInsufficientFee: .txInsufficientFee
        case .txBadAuthExtra: .txBadAuthExtra
        case .txNotSupported: .txNotSupported
        case .txBadSponsorship: .txBadSponsorship
        case .txBadMinSeqAgeOrGap: .txBadMinSeqAgeOrGap
        case .txMalformed: .txMalformed
        case .txSorobanInvalid: .txSorobanInvalid
        case .txFrozenKeyAccessed: .txFrozenKeyAccessed
        case .txFailed: .txFailed(results)
        case .txInternalError, .txSuccess, .txFeeBumpInnerSuccess, .txFeeBumpInnerFailed: .txInternalError
        }
    }

    private var innerResult: InnerTransactionResultResult {
        switch code {
        case .txTooEarly: .txTooEarly
        case .txTooLate: .txTooLate
        case .txMissingOperation: .txMissingOperation
        case .txBadSeq: .txBadSeq
        case .txBadAuth: .txBadAuth
        case .txInsufficientBalance: .txInsufficientBalance
        case .txNoAccount: .txNoAccount
        case .txInsufficientFee: .txInsufficientFee
        case .txBadAuthExtra: .txBadAuthExtra
        case .txNotSupported: .txNotSupported
        case .txBadSponsorship: .txBadSponsorship
        case .txBadMinSeqAgeOrGap: .txBadMinSeqAgeOrGap
        case .txMalformed: .txMalformed
        case .txSorobanInvalid: .txSorobanInvalid
        case .txFrozenKeyAccessed: .txFrozenKeyAccessed
        case .txFailed: .txFailed(results)
        case .txInternalError, .txSuccess, .txFeeBumpInnerSuccess, .txFeeBumpInnerFailed: .txInternalError
        }
    }
}
