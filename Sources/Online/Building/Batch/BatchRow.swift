// SPDX-License-Identifier: Apache-2.0

package import Stellar
package import StellarXDR

/// One payment of a batch.
package struct BatchRow: Hashable, Sendable {
    /// The line on which the payment begins, counted from 1.
    package let line: Int
    /// The account that pays.
    package let source: MuxedAccount
    package let destination: MuxedAccount
    package let asset: Asset
    package let amount: Amount
    package let memo: Memo

    package init(
        line: Int, source: MuxedAccount, destination: MuxedAccount, asset: Asset, amount: Amount, memo: Memo = .none
    ) {
        self.line = line
        self.source = source
        self.destination = destination
        self.asset = asset
        self.amount = amount
        self.memo = memo
    }

    package var operation: Operation {
        Operation(
            sourceAccount: nil,
            body: .payment(PaymentOp(destination: destination, asset: asset, amount: amount.stroops)))
    }
}
