// SPDX-License-Identifier: Apache-2.0

import Stellar
import StellarXDR

/// One payment of a batch.
struct BatchRow: Hashable {
    /// Where it begins in the file, counted from 1.
    let line: Int
    /// Whose transaction it goes into.
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
