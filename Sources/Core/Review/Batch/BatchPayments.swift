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

    /// The payments of an asset to a destination.
    private struct Sum {
        var stroops: Int128 = 0
        var count = 0
        let first: PlacedPayment

        /// - Returns: the first payment, if this is a further one.
        mutating func add(_ amount: Int64) -> PlacedPayment? {
            stroops += Int128(max(amount, 0))
            count += 1
            return count > 1 ? first : nil
        }
    }

    private struct Wanted: Hashable {
        let account: AccountID
        let memo: Memo
    }

    /// A payment that is not the first one of its asset to its destination.
    private struct Exact: Hashable {
        let destination: MuxedAccount
        /// Its place in `assets`.
        let asset: Int
        let amount: Int64
        let memo: Memo
    }

    package private(set) var count = 0
    /// For each of `assets`, the largest first; of equal ones, the earlier first.
    private var largest: [[PlacedPayment]] = []
    /// Assets in order of first appearance.
    package private(set) var assets: [Asset] = []
    private var assetPlaces: [Asset: Int] = [:]
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
    /// For each of `assets`.
    private var sums: [[MuxedAccount: Sum]] = []
    private var met: [Exact: Place] = [:]
    private var destinations: Set<AccountID> = []
    private var unknown: Set<AccountID> = []

    /// All payments, if they are few enough to read; otherwise nil.
    package var each: [PlacedPayment]? { count > Self.few ? nil : first }
    package var destinationCount: Int { destinations.count }
    package var newCount: Int { unknown.count }

    mutating func add(_ facts: OperationFacts, memo: Memo, at place: Place) {
        guard let paid = PaymentAmount(facts) else {
            for destination in facts.destinations { destinations.insert(destination.account) }
            return
        }
        let payment = PlacedPayment(paid: paid, memo: memo, place: place)
        count += 1
        if first.count < Self.few { first.append(payment) }
        let asset = assetPlace(of: paid.asset)
        keepLargest(payment, asset)
        guard let first = sums[asset][paid.destination, default: Sum(first: payment)].add(paid.amount) else {
            destinations.insert(paid.destination.account)
            return
        }
        guard let earlier = placeOfEqual(payment, asset, after: first) else { return }
        repeated += 1
        if firstRepeated.count < Self.shown { firstRepeated.append((payment, earlier)) }
    }

    /// The place of an equal payment before this one; nil if there is none.
    ///
    /// - Parameter first: the first payment of the asset to the destination. Most destinations have no other, and need
    ///   no entry in `met`.
    private mutating func placeOfEqual(_ payment: PlacedPayment, _ asset: Int, after first: PlacedPayment) -> Place? {
        if first.paid.amount == payment.paid.amount, first.memo == payment.memo { return first.place }
        let exact = Exact(
            destination: payment.paid.destination, asset: asset, amount: payment.paid.amount, memo: payment.memo)
        if let place = met[exact] { return place }
        met[exact] = payment.place
        return nil
    }

    /// The place of an asset in `assets`. Most batches have few, and comparing those costs less than a hash.
    private mutating func assetPlace(of asset: Asset) -> Int {
        let known = assets.count > Self.few ? assetPlaces[asset] : assets.firstIndex(of: asset)
        if let known { return known }
        assetPlaces[asset] = assets.count
        assets.append(asset)
        largest.append([])
        sums.append([:])
        return assets.count - 1
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

    private mutating func keepLargest(_ payment: PlacedPayment, _ asset: Int) {
        let amount = payment.paid.amount
        let count = largest[asset].count
        if count == Self.shown, largest[asset][count - 1].paid.amount >= amount { return }
        let position = largest[asset].firstIndex { $0.paid.amount < amount } ?? count
        largest[asset].insert(payment, at: position)
        if count == Self.shown { largest[asset].removeLast() }
    }

    /// The largest payments of an asset, the largest first; of equal ones, the earlier first.
    package func largest(of asset: Asset) -> [PlacedPayment] { assetPlaces[asset].map { largest[$0] } ?? [] }

    private func sums(of asset: Asset) -> [MuxedAccount: Sum] { assetPlaces[asset].map { sums[$0] } ?? [:] }

    /// The recipients of the largest total amounts of an asset, ties ordered by address; and the number of all
    /// recipients.
    package func receivers(of asset: Asset) -> (most: [Receiver], count: Int) {
        let sums = sums(of: asset)
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
        sums(of: asset).compactMap { destination, sum in
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
package struct PaymentAmount: Hashable, Sendable {
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
    package let paid: PaymentAmount
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
