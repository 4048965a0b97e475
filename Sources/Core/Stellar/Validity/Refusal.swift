// SPDX-License-Identifier: Apache-2.0

package import StellarXDR

/// Why the network would reject a transaction before applying it.
package struct Refusal: Hashable, Sendable {
    /// The code of the transaction, or of a fee bump's inner one if `isInner`; `.txFailed` if an operation is at fault.
    package let code: TransactionResultCode
    /// Whether a fee bump is rejected because of its inner transaction.
    package var isInner = false
    /// The sufficient fee, in stroops, if the fee is too low; the Soroban resource fee comes on top.
    package var neededFee: Int64?
    /// The index of the operation at fault.
    package private(set) var operation: Int?
    /// The results of all operations as the network reports them. Checking stops at the first that is rejected; those
    /// after it read "success" although they were not checked. Empty unless an operation is at fault.
    package private(set) var results: [OperationResult] = []

    package init(_ code: TransactionResultCode, neededFee: Int64? = nil) {
        self.code = code
        self.neededFee = neededFee
    }

    /// A rejection of the operation at `index` with `result`.
    package init(operation index: Int, _ result: OperationResult, of transaction: Transaction) {
        code = .txFailed
        operation = index
        results = transaction.operations.map { OperationResult.success($0.body.discriminant) }
        results[index] = result
    }

    /// This rejection as that of a fee bump's inner transaction.
    package var inside: Refusal {
        var copy = self
        copy.isInner = true
        return copy
    }

    /// The result that the network returns.
    ///
    /// - Parameters:
    ///   - fee: the fee reported as charged, in stroops; replaced by the needed fee if the fee is too low.
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
