// SPDX-License-Identifier: Apache-2.0

import Stellar
package import StellarXDR

/// A payment in a batch: the least that a destination receives.
package struct Paid: Hashable, Sendable {
    package let destination: MuxedAccount
    package let asset: Asset
    /// Stroops.
    package let amount: Int64

    /// Nil unless the operation pays a known amount to a single account.
    init?(_ facts: OperationFacts) {
        guard let transfer = facts.transfer, let destination = transfer.destination,
            let received = transfer.received, let amount = received.amount
        else { return nil }
        (self.destination, asset, self.amount) = (destination, received.asset, amount)
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
