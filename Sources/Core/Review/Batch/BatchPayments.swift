// SPDX-License-Identifier: Apache-2.0

import Stellar
package import StellarXDR

/// The payments of a batch: totals for each destination, and outliers.
package struct BatchPayments: Sendable {
    /// The number of entries of a kind that are kept for display.
    static let shown = 5
    private static let shownReceivers = 3
    /// Up to this number, every payment is shown.
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
    /// By asset, the largest first; of equal ones, the earlier first.
    package private(set) var largest: [Asset: [PlacedPayment]] = [:]
    /// Assets in order of first appearance.
    package private(set) var assets: [Asset] = []
    /// The number of payments with the destination, asset, amount and memo of an earlier one.
    package private(set) var repeated = 0
    package private(set) var firstRepeated: [(payment: PlacedPayment, first: Place)] = []
    /// The first payments, as many as are shown if there are few.
    private var first: [PlacedPayment] = []
    /// The memos sent to accounts that require one, in order of first appearance.
    package private(set) var wantedMemos: [(account: AccountID, memos: [Memo])] = []
    private var wantedPlaces: [AccountID: Int] = [:]
    private var metMemos: Set<Wanted> = []
    /// The destinations that the review reports as not in the book.
    package private(set) var firstNew: [(account: AccountID, place: Place)] = []
    private var sums: [Asset: [MuxedAccount: Sum]] = [:]
    private var met: [Exact: Place] = [:]
    private var destinations: Set<AccountID> = []
    private var unknown: Set<AccountID> = []

    /// All payments, if they are few enough to read; otherwise nil.
    package var each: [PlacedPayment]? { count > Self.few ? nil : first }
    package var destinationCount: Int { destinations.count }
    package var newCount: Int { unknown.count }

    mutating func add(_ facts: OperationFacts, memo: Memo, at place: Place) {
        for destination in facts.destinations { destinations.insert(destination.account) }
        guard let paid = Paid(facts) else { return }
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

    /// Records the memo of a payment to an account that requires one according to the book.
    mutating func addWanted(_ memo: Memo, of account: AccountID) {
        guard metMemos.insert(Wanted(account: account, memo: memo)).inserted else { return }
        if let place = wantedPlaces[account] {
            wantedMemos[place].memos.append(memo)
        } else {
            wantedPlaces[account] = wantedMemos.count
            wantedMemos.append((account, [memo]))
        }
    }

    /// Records the destinations that a finding reports as not in the book.
    mutating func add(_ finding: Finding, about facts: OperationFacts, at place: Place) {
        guard finding.rule == .newDestination else { return }
        // The finding does not name a single destination.
        let destinations = facts.destinations
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

    /// The recipients of the largest total amounts of an asset, ties ordered by address; and the number of all recipients.
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

    /// The recipients of more than one payment of an asset, in the same order.
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
