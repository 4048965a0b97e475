// SPDX-License-Identifier: Apache-2.0

import StellarXDR

/// What an operation needs to know besides the accounts.
struct ApplyContext {
    /// The operation's own source account, which exists.
    let source: AccountID
    /// The sequence number of the ledger being closed.
    let ledger: UInt32
    /// Its close time, in seconds since 1970.
    let time: UInt64
    let rates: ExchangeRates
    let transactionSource: AccountID
    let transactionSequence: SequenceNumber
    /// The operation's index in its transaction, from 0.
    let index: UInt32

    /// The starting sequence number of an account created in this ledger.
    var startingSequence: SequenceNumber { SequenceNumber(ledger) << 32 }
}
