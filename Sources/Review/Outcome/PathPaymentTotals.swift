// SPDX-License-Identifier: Apache-2.0

import Stellar
package import StellarXDR

/// What path payments lose in the worst case, added up by account and asset: of one asset, or of several in which an account pays itself.
package struct PathPaymentTotals: Sendable {
    package struct Total: Sendable {
        package let account: AccountID
        package let asset: Asset
        /// Stroops; wider than an amount, since many of them are added up.
        package fileprivate(set) var sent: Int128 = 0
        package fileprivate(set) var received: Int128 = 0
        /// The largest amount that one operation sends or receives.
        fileprivate var largest: Int64 = 0
        package fileprivate(set) var operations = 0

        package var loss: Int128 { sent - received }
    }

    private struct Key: Hashable {
        let account: AccountID
        let asset: Asset
    }

    private var totals: [Total] = []
    private var places: [Key: Int] = [:]

    package init() {}

    package init(_ transaction: Transaction) { add(transaction) }

    mutating func add(_ transaction: Transaction) {
        for operation in transaction.operations {
            add(operation.body, by: (operation.sourceAccount ?? transaction.sourceAccount).account)
        }
    }

    private mutating func add(_ body: OperationBody, by account: AccountID) {
        switch body {
        case .pathPaymentStrictSend(let op):
            add((op.sendAsset, op.sendAmount), (op.destAsset, op.destMin), op.destination, account)
        case .pathPaymentStrictReceive(let op):
            add((op.sendAsset, op.sendMax), (op.destAsset, op.destAmount), op.destination, account)
        default: break
        }
    }

    /// An exchange into another asset that goes to someone else is a payment, and loses nothing that can be told.
    private mutating func add(
        _ sent: (asset: Asset, amount: Int64), _ received: (asset: Asset, amount: Int64), _ destination: MuxedAccount,
        _ account: AccountID
    ) {
        guard sent.asset == received.asset || destination.account == account else { return }
        let place = place(account, sent.asset)
        totals[place].sent += Int128(max(sent.amount, 0))
        totals[place].operations += 1
        totals[place].largest = max(totals[place].largest, sent.amount)
        let other = self.place(account, received.asset)
        totals[other].received += Int128(max(received.amount, 0))
        totals[other].largest = max(totals[other].largest, received.amount)
        if other != place { totals[other].operations += 1 }
    }

    private mutating func place(_ account: AccountID, _ asset: Asset) -> Int {
        let key = Key(account: account, asset: asset)
        if let place = places[key] { return place }
        places[key] = totals.count
        totals.append(Total(account: account, asset: asset))
        return totals.count - 1
    }

    /// Assets that several operations send and receive again, with a loss of more than 1 % of the largest amount among them.
    package var losses: [Total] {
        totals.filter { $0.operations > 1 && $0.received > 0 && $0.loss * 100 > Int128($0.largest) }
    }
}
