// SPDX-License-Identifier: Apache-2.0

import Stellar
package import StellarXDR
import XDR

/// A payment of a batch: what a destination receives, at least.
package struct Paid: Hashable, Sendable {
    package let destination: MuxedAccount
    package let asset: Asset
    /// Stroops.
    package let amount: Int64

    /// Nil for what is no payment of a certain amount to one account.
    init?(_ body: OperationBody) {
        switch body {
        case .createAccount(let op):
            (destination, asset, amount) = (MuxedAccount(op.destination), .native, op.startingBalance)
        case .payment(let op): (destination, asset, amount) = (op.destination, op.asset, op.amount)
        case .pathPaymentStrictSend(let op): (destination, asset, amount) = (op.destination, op.destAsset, op.destMin)
        case .pathPaymentStrictReceive(let op):
            (destination, asset, amount) = (op.destination, op.destAsset, op.destAmount)
        default: return nil
        }
    }
}

/// A payment of a batch with what comes with it, and where it stands.
package struct PlacedPayment: Sendable {
    package let paid: Paid
    /// Its transaction's; at an exchange it says whose the money is.
    package let memo: Memo
    package let place: Place
}

/// Where in a batch something stands.
package struct Place: Hashable, Sendable {
    /// The line of the file, from 1.
    package let line: Int
    /// The operation of its transaction, from 0; nil for the whole.
    package let operation: Int?

    package init(line: Int, operation: Int?) {
        self.line = line
        self.operation = operation
    }

    var phrase: Phrase {
        operation.map { "line \(line), operation \($0 + 1)" } ?? "line \(line)"
    }
}
