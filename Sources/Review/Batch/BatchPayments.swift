// SPDX-License-Identifier: Apache-2.0

import Stellar
package import StellarXDR
import XDR

/// The payments of a batch: totals for each destination, and those that stand out.
package struct BatchPayments: Sendable {
    /// How many of a kind are kept to be shown.
    static let shown = 5
    private static let shownReceivers = 3

    package struct Receiver: Sendable {
        package let destination: MuxedAccount
        package let asset: Asset
        /// Stroops.
        package let sum: Int128
        package let count: Int
    }

    private struct Account: Hashable {
        let destination: MuxedAccount
        let asset: Asset
    }

    private struct Sum {
        var stroops: Int128 = 0
        var count = 0

        mutating func add(_ amount: Int64) {
            stroops += Int128(max(amount, 0))
            count += 1
        }
    }

    private struct Exact: Hashable {
        let paid: Paid
        let memo: Memo
    }

    package private(set) var count = 0
    /// By asset, the largest first; of equal ones the earlier.
    package private(set) var largest: [Asset: [(paid: Paid, place: Place)]] = [:]
    /// Assets in the order in which they were met.
    package private(set) var assets: [Asset] = []
    /// Payments that have destination, asset, amount and memo of an earlier one.
    package private(set) var repeated = 0
    package private(set) var firstRepeated: [(paid: Paid, place: Place, first: Place)] = []
    /// Destinations of which the review says that the book does not have them.
    package private(set) var firstNew: [(account: AccountID, place: Place)] = []
    private var sums: [Account: Sum] = [:]
    private var met: [Exact: Place] = [:]
    private var destinations: Set<AccountID> = []
    private var unknown: Set<AccountID> = []

    package var destinationCount: Int { destinations.count }
    package var newCount: Int { unknown.count }

    mutating func add(_ body: OperationBody, memo: Memo, at place: Place) {
        for destination in body.destinations { destinations.insert(destination.account) }
        guard let paid = Paid(body) else { return }
        count += 1
        sums[Account(destination: paid.destination, asset: paid.asset), default: Sum()].add(paid.amount)
        keepLargest(paid, place)
        let exact = Exact(paid: paid, memo: memo)
        guard let first = met[exact] else {
            met[exact] = place
            return
        }
        repeated += 1
        if firstRepeated.count < Self.shown { firstRepeated.append((paid, place, first)) }
    }

    /// Takes a destination from what is found of it, if that is that the book does not have it.
    mutating func add(_ finding: Finding, about operation: Operation, at place: Place) {
        guard finding.rule == .newDestination else { return }
        for destination in operation.body.destinations where finding.phrase.names(destination) {
            addNew(destination.account, at: place)
        }
    }

    private mutating func addNew(_ account: AccountID, at place: Place) {
        guard unknown.insert(account).inserted, firstNew.count < Self.shown else { return }
        firstNew.append((account, place))
    }

    private mutating func keepLargest(_ paid: Paid, _ place: Place) {
        guard var list = largest[paid.asset] else {
            assets.append(paid.asset)
            largest[paid.asset] = [(paid, place)]
            return
        }
        if list.count == Self.shown, let last = list.last, last.paid.amount >= paid.amount { return }
        let position = list.firstIndex { $0.paid.amount < paid.amount } ?? list.count
        list.insert((paid, place), at: position)
        largest[paid.asset] = Array(list.prefix(Self.shown))
    }

    /// Who receives most of an asset in all, the largest sums first, equal ones by address; and how many receive it.
    ///
    /// - Parameter severalTimes: only those who receive more than one payment.
    package func receivers(of asset: Asset, severalTimes: Bool = false) -> (most: [Receiver], count: Int) {
        var most: [Receiver] = []
        var count = 0
        for (account, sum) in sums where account.asset == asset && (!severalTimes || sum.count > 1) {
            count += 1
            let one = Receiver(
                destination: account.destination, asset: asset, sum: sum.stroops, count: sum.count)
            if most.count == Self.shownReceivers, let last = most.last, !Self.precedes(one, last) { continue }
            most.insert(one, at: most.firstIndex { Self.precedes(one, $0) } ?? most.count)
            if most.count > Self.shownReceivers { most.removeLast() }
        }
        return (most, count)
    }

    private static func precedes(_ a: Receiver, _ b: Receiver) -> Bool {
        a.sum != b.sum ? a.sum > b.sum : a.destination.xdr.lexicographicallyPrecedes(b.destination.xdr)
    }
}

extension Phrase {
    fileprivate func names(_ account: MuxedAccount) -> Bool { spans.contains(.address(account.strKey)) }
}
