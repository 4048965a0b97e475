// SPDX-License-Identifier: Apache-2.0

import Stellar
import StellarXDR

/// Many plain payments of one transaction, in a line or two each, with their findings summarized.
///
/// Includes only payments without holds; the page shows everything else in full.
struct PaymentsText {
    /// Up to this number, each is shown in full.
    private static let few = 10

    private struct Entry {
        let place: Place
        let operation: Operation
        let facts: OperationFacts
        let paid: PaymentAmount
        let findings: [Finding]
    }

    private struct Kind: Hashable {
        let rule: RuleID
        let level: Level
    }

    private let entries: [Entry]
    private let operations: Int
    private var payments = BatchPayments()

    /// Nil if there are too few to summarize.
    init?(_ review: Review) {
        let found = Dictionary(grouping: review.findings.filter { $0.operation != nil }, by: \.operation)
        entries = review.operations.enumerated().compactMap { index, one in
            let findings = found[index] ?? []
            let facts = one.facts
            guard facts.isPlainPayment, let paid = PaymentAmount(facts),
                findings.allSatisfy({ $0.level < .hold })
            else { return nil }
            return Entry(
                place: Place(line: 1, operation: index), operation: one.operation, facts: facts, paid: paid,
                findings: findings)
        }
        guard entries.count > Self.few else { return nil }
        operations = review.operations.count
        for entry in entries {
            payments.add(entry.facts, memo: .none, at: entry.place)
            for finding in entry.findings { payments.add(finding, about: entry.facts, at: entry.place) }
        }
    }

    /// The indices of the operations, from 0.
    var indices: Set<Int> { Set(entries.compactMap(\.place.operation)) }

    /// Shows their findings by rule and level, the strongest first; then the outliers.
    func showFirst(on page: inout Page) {
        var order: [Kind] = []
        var found: [Kind: (count: Int, first: Finding)] = [:]
        for finding in entries.flatMap(\.findings) {
            let kind = Kind(rule: finding.rule, level: finding.level)
            if found[kind] == nil { order.append(kind) }
            found[kind] = ((found[kind]?.count ?? 0) + 1, found[kind]?.first ?? finding)
        }
        for level in Level.allCases.reversed() {
            for kind in order where kind.level == level {
                guard let (count, first) = found[kind] else { continue }
                page.finding(
                    level, kind.rule,
                    "\(count) times, the first at operation \((first.operation ?? 0) + 1): \(first.phrase)")
            }
        }
        page.blank()
        OutliersText(payments: payments, isOne: true).show(on: &page)
    }

    /// Shows each payment with its number, recipient and amount; by asset, so that each issuer appears once.
    func showAll(on page: inout Page) {
        page.blank()
        page.line("\(entries.count) of the \(operations) operations are plain payments:", indent: 2)
        for asset in payments.assets {
            page.fact("Payments", "of \(asset)")
            for entry in entries where entry.paid.asset == asset { show(entry, on: &page) }
        }
    }

    private func show(_ entry: Entry, on page: inout Page) {
        var phrase: Phrase = "\(entry.paid.destination): \(Amount(stroops: entry.paid.amount))"
        if let id = entry.paid.destination.id {
            phrase = "\(phrase), which is \(entry.paid.destination.account) under the id \(id)"
        }
        if entry.facts.transfer?.form == .creation { phrase = "\(phrase), the account is created" }
        if let source = entry.operation.sourceAccount { phrase = "\(phrase), by \(source)" }
        let rules = entry.findings.filter { $0.level == .warn }.map { "\(plain: $0.rule.rawValue)" as Phrase }
        if !rules.isEmpty { phrase = "\(phrase), \(Phrase(rules, separator: ", "))" }
        page.operation((entry.place.operation ?? 0) + 1, phrase, further: 6, strong: false)
    }
}

/// The outliers among many payments: the largest, those to destinations that are not in the book, and repeated ones.
struct OutliersText {
    /// The number of entries of a list before it is cut short.
    private static let shown = BatchPayments.shown

    let payments: BatchPayments
    /// Whether all payments are of one transaction, so that the operation alone says where each is.
    let isOne: Bool
    /// Whether to show the memo of each payment, because they differ.
    var tellsMemos = false

    func show(on page: inout Page) {
        // Every asset, however many: one that is not shown would be signed unseen.
        let isShort = payments.assets.count > Self.shown
        for asset in payments.assets {
            page.fact("Largest", isShort ? "payment of \(asset)" : "payments of \(asset)")
            for payment in payments.largest(of: asset).prefix(isShort ? 1 : Self.shown) { show(payment, &page) }
        }
        showNew(on: &page)
        showRepeated(on: &page)
    }

    /// Shows each payment, by asset, so that each issuer appears once; then the outliers.
    func show(each payments: [PlacedPayment], on page: inout Page) {
        for asset in self.payments.assets {
            page.fact("Payments", "of \(asset)")
            for payment in payments where payment.paid.asset == asset { show(payment, &page) }
        }
        showNew(on: &page)
        showRepeated(on: &page)
    }

    private func show(_ payment: PlacedPayment, _ page: inout Page) {
        let amount = Amount(stroops: payment.paid.amount)
        item("\(payment.paid.destination): \(amount), \(words(payment.place))\(memo(of: payment))", &page)
    }

    private func memo(of payment: PlacedPayment) -> Phrase {
        guard tellsMemos else { return "" }
        return payment.memo == .none ? ", no memo" : ", memo \(Phrase(payment.memo))"
    }

    private func showNew(on page: inout Page) {
        guard payments.newCount > 0 else { return }
        page.fact(
            "New", "not in the book are \(payments.newCount) of \(payments.destinationCount) destinations")
        // If every destination is new, listing a few says nothing.
        guard payments.newCount < payments.destinationCount || payments.newCount <= Self.shown else { return }
        for (account, place) in payments.firstNew { item("\(account): \(words(place))", &page) }
        more(payments.newCount - payments.firstNew.count, "destinations", &page)
    }

    private func showRepeated(on page: inout Page) {
        guard payments.repeated > 0 else { return }
        page.fact(
            "Repeated",
            "\(payments.repeated) payments have destination, asset, amount and memo of another one before")
        for (payment, first) in payments.firstRepeated {
            let paid = payment.paid
            item(
                """
                \(paid.destination): \(Amount(stroops: paid.amount)) \(Phrase(codeOf: paid.asset)), \(words(payment.place)), \
                and before it \(words(first))\(memo(of: payment))
                """, &page)
        }
        more(payments.repeated - payments.firstRepeated.count, "payments", &page)
    }

    private func words(_ place: Place) -> Phrase {
        guard isOne, let operation = place.operation else { return place.phrase }
        return "operation \(operation + 1)"
    }

    private func item(_ phrase: Phrase, _ page: inout Page) { page.item(phrase) }

    private func more(_ count: Int, _ what: Phrase, _ page: inout Page) {
        if count > 0 { item("and \(count) more \(what)", &page) }
    }
}
