// SPDX-License-Identifier: Apache-2.0

/// Why a string is not a valid amount.
package enum AmountError: Error, Hashable {
    case notANumber
    case tooManyDecimals(Int)
    /// More than 922337203685.4775807.
    case tooLarge

    package var message: String {
        switch self {
        case .notANumber: "not an amount: write digits, and a point before at most 7 decimals, such as 10.5"
        case .tooManyDecimals(let count): "an amount has at most 7 decimals, not \(count); nothing is rounded"
        case .tooLarge: "an amount is at most 922337203685.4775807"
        }
    }
}
