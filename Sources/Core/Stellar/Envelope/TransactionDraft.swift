// SPDX-License-Identifier: Apache-2.0

package import StellarXDR

/// A transaction being built; `envelope()` validates it and returns it unsigned.
package struct TransactionDraft: Hashable, Sendable {
    /// The network's minimum fee per operation, in stroops.
    package static let minimumFee: UInt32 = 100

    package var source: MuxedAccount
    /// The transaction's own sequence number: the account's plus one.
    package var sequence: SequenceNumber
    /// Stroops per operation.
    package var feePerOperation: UInt32
    package var conditions: Preconditions
    package var memo: Memo
    package var operations: [Operation]

    package init(
        source: MuxedAccount, sequence: SequenceNumber, feePerOperation: UInt32, conditions: Preconditions = .none,
        memo: Memo = .none, operations: [Operation]
    ) {
        self.source = source
        self.sequence = sequence
        self.feePerOperation = feePerOperation
        self.conditions = conditions
        self.memo = memo
        self.operations = operations
    }

    /// The unsigned envelope, version 1.
    package func envelope() throws(DraftError) -> TransactionEnvelope {
        guard !operations.isEmpty else { throw .noOperations }
        guard let bounded = BoundedArray<Operation, 100>(operations) else { throw .tooManyOperations }
        let (fee, overflow) = feePerOperation.multipliedReportingOverflow(by: UInt32(operations.count))
        guard !overflow else { throw .feeTooLarge }
        if let least = conditions.extended?.minSeqNum, least >= sequence {
            throw .neverInTurn(least: least, sequence: sequence)
        }
        let transaction = Transaction(
            sourceAccount: source, fee: fee, seqNum: sequence, cond: conditions, memo: memo, operations: bounded,
            ext: .v0)
        return .tx(TransactionV1Envelope(tx: transaction, signatures: BoundedArray()))
    }

    /// The sequence number that follows an account's current one.
    ///
    /// - Throws: `.sequenceExhausted` if the current one is the largest.
    package static func sequence(after current: SequenceNumber) throws(DraftError) -> SequenceNumber {
        guard current < SequenceNumber.max else { throw .sequenceExhausted }
        return current + 1
    }
}

extension Transaction {
    /// The transaction with `operation` appended and `fee` stroops added to its fee.
    package func appending(_ operation: Operation, fee: UInt32) throws(DraftError) -> Transaction {
        guard let more = BoundedArray<Operation, 100>(operations.elements + [operation]) else {
            throw .tooManyOperations
        }
        let (sum, overflow) = self.fee.addingReportingOverflow(fee)
        guard !overflow else { throw .feeTooLarge }
        var longer = self
        longer.operations = more
        longer.fee = sum
        return longer
    }

    /// The transaction with the resources of its Soroban operation; their fee is added to the transaction's fee.
    package func using(_ resources: SorobanTransactionData) throws(DraftError) -> Transaction {
        guard resources.resourceFee >= 0 else { throw .badResourceFee }
        let (sum, overflow) = Int64(fee).addingReportingOverflow(resources.resourceFee)
        guard !overflow, let fee = UInt32(exactly: sum) else { throw .feeTooLarge }
        var using = self
        using.ext = .v1(resources)
        using.fee = fee
        return using
    }
}

/// Why a transaction cannot be built.
package enum DraftError: Error, Hashable {
    case noOperations
    case tooManyOperations
    /// More than 4294967295 stroops in total, the limit of the fee field of a plain transaction.
    case feeTooLarge
    case badResourceFee
    /// A fee bump where a plain transaction is required.
    case isFeeBump
    /// The account has used the largest sequence number.
    case sequenceExhausted
    /// `minSeqNum` is not below the transaction's own sequence number, so the transaction could never be valid.
    case neverInTurn(least: SequenceNumber, sequence: SequenceNumber)

    package var message: String {
        switch self {
        case .noOperations: "a transaction needs at least one operation"
        case .tooManyOperations: "a transaction has at most 100 operations"
        case .feeTooLarge: "the fee of all operations together is more than a transaction can pay (429.4967295 XLM)"
        case .badResourceFee: "the resource fee is below zero"
        case .isFeeBump: "this is a fee bump already, and cannot be inside another"
        case .neverInTurn(let least, let sequence):
            "the minimum sequence number \(least) is not below the transaction's own, \(sequence), so it could never be applied"
        case .sequenceExhausted: "the account has used the largest sequence number; it can make no further transaction"
        }
    }
}
