// SPDX-License-Identifier: Apache-2.0
import Stellar

/// What holds for every transaction that is judged at one moment.
struct Settings {
    let network: Network
    /// The least fee for an operation, in stroops.
    let baseFee: UInt32
    let rates: ExchangeRates
    /// The ledger that the transaction would go into.
    let moment: Validity.Moment

    /// The sequence number that an account created in that ledger starts with.
    var startingSequence: Int64 { Int64(moment.ledger) << 32 }
}
