// SPDX-License-Identifier: Apache-2.0

import Stellar
import StellarXDR

/// One payment of a batch.
struct BatchRow: Hashable {
    /// The line on which the payment begins, counted from 1.
    let line: Int
    /// The account that pays.
    let source: MuxedAccount
    let destination: MuxedAccount
    let asset: Asset
    let amount: Amount
    let memo: Memo

    var operation: Operation {
        Operation(
            sourceAccount: nil,
            body: .payment(PaymentOp(destination: destination, asset: asset, amount: amount.stroops)))
    }
}
