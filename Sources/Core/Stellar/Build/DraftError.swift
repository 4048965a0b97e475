// SPDX-License-Identifier: Apache-2.0

package import StellarXDR

/// Why a transaction cannot be put together.
package enum DraftError: Error, Hashable {
    case noOperations
    case tooManyOperations
    /// More than 4294967295 stroops in all, which a plain transaction cannot say.
    case feeTooLarge
    case badResourceFee
    /// A fee bump, where a plain transaction is wanted.
    case isFeeBump
    /// The account has used the largest sequence number.
    case sequenceExhausted
    /// It wants an account that is at its own number already.
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
