// SPDX-License-Identifier: Apache-2.0
import StellarXDR

/// What an operation needs to know beside the accounts.
struct OperationContext {
    /// The operation's own source account, which exists.
    let source: AccountID
    /// The sequence number of the ledger that closes.
    let ledger: UInt32
    /// Its close time, in seconds since 1970.
    let time: UInt64
    let rates: ExchangeRates
    let transactionSource: AccountID
    let transactionSequence: SequenceNumber
    /// The operation's place in its transaction, from 0.
    let index: UInt32

    /// The sequence number that an account starts with when it is created in this ledger.
    var startingSequence: SequenceNumber { SequenceNumber(ledger) << 32 }
}
