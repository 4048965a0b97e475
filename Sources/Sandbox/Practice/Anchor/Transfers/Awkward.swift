// SPDX-License-Identifier: Apache-2.0

import Stellar

/// What goes wrong with a transfer, determined by its amount.
enum Awkward: Int64, Sendable, CaseIterable {
    case error = 13
    case refund = 17
    case customerInfo = 19
    case transactionInfo = 23
    case noTrust = 29
    case expiry = 31
    case hold = 37

    /// Nil for all other amounts, including 13.5.
    init?(_ amount: Amount) {
        guard amount.stroops % Amount.stroopsPerUnit == 0 else { return nil }
        self.init(rawValue: amount.stroops / Amount.stroopsPerUnit)
    }
}
