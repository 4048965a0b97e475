// SPDX-License-Identifier: Apache-2.0

import LedgerXDR
import StellarXDR

/// A contract call of a transaction, after it ran.
struct AppliedCall {
    let result: InvokeHostFunctionResult
    let execution: Execution
    /// The parts of the resource fee that are charged, in stroops; of a failed call only the first.
    let nonRefundableFee: Int64
    let eventFee: Int64
    let rentFee: Int64
    /// What is returned of the resource fee.
    let refund: Int64

    /// - Source: stellar-core InvokeHostFunctionOpFrame, with the order of its checks.
    init(_ transaction: ContractTransaction, _ execution: Execution, in ledger: UInt32) {
        self.execution = execution
        nonRefundableFee = transaction.nonRefundableFee
        let refundable = transaction.data.resourceFee - nonRefundableFee
        let events = ResourceFee.events(bytes: execution.eventBytes)
        let rent = ResourceFee.rent(execution.changes, in: ledger)
        result = Self.result(execution, transaction.data.resources, isPaid: events + rent <= refundable)
        let isSuccess = if case .success = result { true } else { false }
        eventFee = isSuccess ? events : 0
        rentFee = isSuccess ? rent : 0
        refund = refundable - eventFee - rentFee
    }

    private static func result(
        _ execution: Execution, _ declared: SorobanResources, isPaid: Bool
    ) -> InvokeHostFunctionResult {
        guard execution.diskReadBytes <= Int(declared.diskReadBytes),
            execution.instructions <= Int(declared.instructions)
        else { return .resourceLimitExceeded }
        guard let hash = execution.successHash else { return .trapped }
        guard execution.writeBytes <= Int(declared.writeBytes), execution.eventBytes <= ResourceLimits.eventBytes else {
            return .resourceLimitExceeded
        }
        return isPaid ? .success(hash) : .insufficientRefundableFee
    }

    var isSuccess: Bool { if case .success = result { true } else { false } }

    /// What the transaction's meta says of the call.
    var meta: SorobanTransactionMetaV2 {
        let fees = SorobanTransactionMetaExtV1(
            ext: .v0, totalNonRefundableResourceFeeCharged: nonRefundableFee,
            totalRefundableResourceFeeCharged: eventFee + rentFee, rentFeeCharged: rentFee)
        return SorobanTransactionMetaV2(ext: .v1(fees), returnValue: isSuccess ? try? execution.result.get() : nil)
    }
}
