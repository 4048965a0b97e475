// SPDX-License-Identifier: Apache-2.0

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

    package var message: String {
        switch self {
        case .noOperations: "a transaction needs at least one operation"
        case .tooManyOperations: "a transaction has at most 100 operations"
        case .feeTooLarge: "the fee of all operations together is more than a transaction can pay (429.4967295 XLM)"
        case .badResourceFee: "the resource fee is below zero"
        case .isFeeBump: "this is a fee bump already, and cannot be inside another"
        case .sequenceExhausted: "the account has used the largest sequence number; it can make no further transaction"
        }
    }
}
