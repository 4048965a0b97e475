// SPDX-License-Identifier: Apache-2.0

package import StellarXDR

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
            "the lowest number of the account at which it can go in, \(least), is not below its own, \(sequence): it never could"
        case .sequenceExhausted: "the account has used the largest sequence number; it can make no further transaction"
        }
    }
}
