// SPDX-License-Identifier: Apache-2.0

import Stellar
package import StellarXDR

/// Worst-case losses of path payments by asset, over all accounts: of those that send and receive the same asset, and
/// of those from an account to itself.
package struct PathPaymentTotals: Sendable {
    package struct Total: Sendable {
        package let asset: Asset
        /// Stroops; wider than an amount, since many are added up.
        package fileprivate(set) var sent: Int128 = 0
        package fileprivate(set) var received: Int128 = 0
        /// The largest amount that a single operation sends or receives.
        fileprivate var largest: Int64 = 0
        /// The share that each exchange of the asset for itself may lose, in billionths of what it sends, summed: a
        /// large exchange without loss cannot hide the others.
        fileprivate var parts: Int128 = 0
        package fileprivate(set) var operations = 0

        package var loss: Int128 { sent - received }
    }

    private var totals: [Total] = []
    private var places: [Asset: Int] = [:]

    package init() {}

    /// - Parameter source: the transaction's source.
    init(_ operations: [OperationReview], by source: MuxedAccount) { add(operations, by: source) }

    mutating func add(_ operations: [OperationReview], by source: MuxedAccount) {
        for operation in operations {
            guard let transfer = operation.facts.transfer, transfer.form == .pathPayment,
                let sent = transfer.sent.amount, let received = transfer.received, let arriving = received.amount,
                let destination = transfer.destination
            else { continue }
            add(
                (transfer.sent.asset, sent), (received.asset, arriving), destination,
                (operation.source ?? source).account)
        }
    }

    /// An exchange into another asset that goes to someone else is a payment, whose loss cannot be determined.
    private mutating func add(
        _ sent: (asset: Asset, amount: Int64), _ received: (asset: Asset, amount: Int64), _ destination: MuxedAccount,
        _ account: AccountID
    ) {
        guard sent.asset == received.asset || destination.account == account else { return }
        let place = place(of: sent.asset)
        totals[place].sent += Int128(max(sent.amount, 0))
        totals[place].operations += 1
        totals[place].largest = max(totals[place].largest, sent.amount)
        let other = self.place(of: received.asset)
        totals[other].received += Int128(max(received.amount, 0))
        totals[other].largest = max(totals[other].largest, received.amount)
        if other != place {
            totals[other].operations += 1
        } else if sent.amount > received.amount, received.amount > 0 {
            let loss = Int128(sent.amount) - Int128(received.amount)
            totals[place].parts += loss * Self.billion / Int128(sent.amount)
        }
    }

    private mutating func place(of asset: Asset) -> Int {
        if let place = places[asset] { return place }
        places[asset] = totals.count
        totals.append(Total(asset: asset))
        return totals.count - 1
    }

    private static let billion: Int128 = 1_000_000_000

    /// Assets that several operations send and receive, with a loss of more than 1 % of the largest amount among
    /// them, or with lost shares that add up to more than 1 %.
    package var losses: [Total] {
        totals.filter { total in
            guard total.operations > 1, total.received > 0, total.loss > 0 else { return false }
            return total.parts * 100 > Self.billion || total.loss * 100 > Int128(total.largest)
        }
    }
}
