// SPDX-License-Identifier: Apache-2.0

import Stellar

/// The network parameters for checking and applying a transaction.
struct Settings {
    let network: Network
    /// The minimum fee per operation, in stroops.
    let baseFee: UInt32
    let rates: ExchangeRates
    /// The ledger in which the transaction would be applied.
    let moment: Validity.Moment

    /// The starting sequence number of an account created in that ledger.
    var startingSequence: Int64 { Int64(moment.ledger) << 32 }
}
