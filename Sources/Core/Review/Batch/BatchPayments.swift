// SPDX-License-Identifier: Apache-2.0

import Stellar
package import StellarXDR
import XDR

/// The payments of a batch: totals for each destination, and those that stand out.
package struct BatchPayments: Sendable {
    /// How many of a kind are kept to be shown.
    static let shown = 5
    private static let shownReceivers = 3
    /// Up to so many payments each of them is shown.
    package static let few = 20

    package struct Receiver: Sendable {
        package let destination: MuxedAccount
        package let asset: Asset
        /// Stroops.
        package let sum: Int128
        package let count: Int
    }

    private struct Sum {
        var stroops: Int128 = 0
        var count = 0

        mutating func add(_ amount: Int64) {
            stroops += Int128(max(amount, 0))
            count += 1
        }
    }

    private struct Wanted: Hashable {
        let account: AccountID
        let memo: Memo
    }

    private struct Exact: Hashable {
        let paid: Paid
        let memo: Memo
    }

    package private(set) var count = 0
    /// By asset, the largest first; of equal ones the earlier.
    package private(set) var largest: [Asset: [PlacedPayment]] = [:]
    /// Assets in the order in which they were met.
    package private(set) var assets: [Asset] = []
    /// Payments that have destination, asset, amount and memo of an earlier one.
    package private(set) var repeated = 0
    package private(set) var firstRepeated: [(payment: PlacedPayment, first: Place)] = []
    /// The first of all, as many as are shown where there are few.
    private var first: [PlacedPayment] = []
    /// The memos that go to accounts which want one, in the order in which they were met.
    package private(set) var wantedMemos: [(account: AccountID, memos: [Memo])] = []
    private var wantedPlaces: [AccountID: Int] = [:]
    private var metMemos: Set<Wanted> = []
    /// Destinations of which the review says that the book does not have them.
    package private(set) var firstNew: [(account: AccountID, place: Place)] = []
    private var sums: [Asset: [MuxedAccount: Sum]] = [:]
    private var met: [Exact: Place] = [:]
    private var destinations: Set<AccountID> = []
    private var unknown: Set<AccountID> = []

    /// Each payment, where there are no more than can be read; nil where there are.
    package var each: [PlacedPayment]? { count > Self.few ? nil : first }
    package var destinationCount: Int { destinations.count }
    package var newCount: Int { unknown.count }

    mutating func add(_ body: OperationBody, memo: Memo, at place: Place) {
        for destination in body.destinations { destinations.insert(destination.account) }
        guard let paid = Paid(body) else { return }
        let payment = PlacedPayment(paid: paid, memo: memo, place: place)
        count += 1
        if first.count < Self.few { first.append(payment) }
        sums[paid.asset, default: [:]][paid.destination, default: Sum()].add(paid.amount)
        keepLargest(payment)
        let exact = Exact(paid: paid, memo: memo)
        guard let first = met[exact] else {
            met[exact] = place
            return
        }
        repeated += 1
        if firstRepeated.count < Self.shown { firstRepeated.append((payment, first)) }
    }

    /// Notes the memo of a payment to an account of which the book says that it wants one.
    mutating func addWanted(_ memo: Memo, of account: AccountID) {
        guard metMemos.insert(Wanted(account: account, memo: memo)).inserted else { return }
        if let place = wantedPlaces[account] {
            wantedMemos[place].memos.append(memo)
        } else {
            wantedPlaces[account] = wantedMemos.count
            wantedMemos.append((account, [memo]))
        }
    }

    /// Takes a destination from what is found of it, if that is that the book does not have it.
    mutating func add(_ finding: Finding, about operation: Operation, at place: Place) {
        guard finding.rule == .newDestination else { return }
        // A single one is not named.
        let destinations = operation.body.destinations
        for destination in destinations where destinations.count == 1 || finding.phrase.names(destination) {
            addNew(destination.account, at: place)
        }
    }

    private mutating func addNew(_ account: AccountID, at place: Place) {
        guard unknown.insert(account).inserted, firstNew.count < Self.shown else { return }
        firstNew.append((account, place))
    }

    private mutating func keepLargest(_ payment: PlacedPayment) {
        let paid = payment.paid
        guard var list = largest[paid.asset] else {
            assets.append(paid.asset)
            largest[paid.asset] = [payment]
            return
        }
        if list.count == Self.shown, let last = list.last, last.paid.amount >= paid.amount { return }
        let position = list.firstIndex { $0.paid.amount < paid.amount } ?? list.count
        list.insert(payment, at: position)
        largest[paid.asset] = Array(list.prefix(Self.shown))
    }

    /// Who receives most of an asset in all, the largest sums first, equal ones by address; and how many receive it.
    package func receivers(of asset: Asset) -> (most: [Receiver], count: Int) {
        let sums = sums[asset] ?? [:]
        var most: [Receiver] = []
        for (destination, sum) in sums {
            let one = Receiver(destination: destination, asset: asset, sum: sum.stroops, count: sum.count)
            if most.count == Self.shownReceivers, let last = most.last, !Self.precedes(one, last) { continue }
            most.insert(one, at: most.firstIndex { Self.precedes(one, $0) } ?? most.count)
            if most.count > Self.shownReceivers { most.removeLast() }
        }
        return (most, sums.count)
    }

    /// Who receives more than one payment of an asset, in the same order.
    func severalTimes(of asset: Asset) -> [Receiver] {
        (sums[asset] ?? [:]).compactMap { destination, sum in
            sum.count > 1
                ? Receiver(destination: destination, asset: asset, sum: sum.stroops, count: sum.count) : nil
        }.sorted(by: Self.precedes)
    }

    private static func precedes(_ a: Receiver, _ b: Receiver) -> Bool {
        a.sum != b.sum ? a.sum > b.sum : a.destination.xdr.lexicographicallyPrecedes(b.destination.xdr)
    }
}

extension Phrase {
    fileprivate func names(_ account: MuxedAccount) -> Bool { spans.contains(.address(account.strKey)) }
}
