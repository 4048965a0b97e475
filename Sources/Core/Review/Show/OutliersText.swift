// SPDX-License-Identifier: Apache-2.0

import Stellar
import StellarXDR

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
            page.entry("  Largest  ", isShort ? "payment of \(asset)" : "payments of \(asset)")
            for payment in (payments.largest[asset] ?? []).prefix(isShort ? 1 : Self.shown) { show(payment, &page) }
        }
        showNew(on: &page)
        showRepeated(on: &page)
    }

    /// Shows each payment, by asset, so that each issuer appears once; then the outliers.
    func show(each payments: [PlacedPayment], on page: inout Page) {
        for asset in self.payments.assets {
            page.entry("  Payments ", "of \(asset)")
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
        page.entry(
            "  New      ", "not in the book are \(payments.newCount) of \(payments.destinationCount) destinations")
        // If every destination is new, listing a few says nothing.
        guard payments.newCount < payments.destinationCount || payments.newCount <= Self.shown else { return }
        for (account, place) in payments.firstNew { item("\(account): \(words(place))", &page) }
        more(payments.newCount - payments.firstNew.count, "destinations", &page)
    }

    private func showRepeated(on page: inout Page) {
        guard payments.repeated > 0 else { return }
        page.entry(
            "  Repeated ",
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

    private func item(_ phrase: Phrase, _ page: inout Page) { page.entry("    ", phrase, indent: 6) }

    private func more(_ count: Int, _ what: Phrase, _ page: inout Page) {
        if count > 0 { item("and \(count) more \(what)", &page) }
    }
}
