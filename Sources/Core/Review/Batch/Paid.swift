// SPDX-License-Identifier: Apache-2.0

import Stellar
package import StellarXDR
import XDR

/// A payment in a batch: the least that a destination receives.
package struct Paid: Hashable, Sendable {
    package let destination: MuxedAccount
    package let asset: Asset
    /// Stroops.
    package let amount: Int64

    /// Nil unless the operation pays a known amount to a single account.
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

/// A payment in a batch with its memo and place.
package struct PlacedPayment: Sendable {
    package let paid: Paid
    /// The transaction's memo; at an exchange it identifies the customer.
    package let memo: Memo
    package let place: Place
}

/// A place in a batch.
package struct Place: Hashable, Sendable {
    /// The line of the file, from 1.
    package let line: Int
    /// The operation's index in its transaction, from 0; nil for the whole transaction.
    package let operation: Int?

    package init(line: Int, operation: Int?) {
        self.line = line
        self.operation = operation
    }

    var phrase: Phrase {
        operation.map { "line \(line), operation \($0 + 1)" } ?? "line \(line)"
    }
}
