// SPDX-License-Identifier: Apache-2.0

import Stellar
import StellarXDR

/// The totals of a transaction: what leaves and enters, who receives several payments, and whose signature is needed
/// at which threshold.
struct TransactionSums {
    /// The number of entries of a kind that are listed individually.
    private static let shown = 10

    private let transaction: Transaction
    private let flows: Flows

    init(_ transaction: Transaction, tokens: KnownTokens) {
        self.transaction = transaction
        flows = Flows(transaction, tokens: tokens)
    }

    /// The labels and their phrases.
    var lines: [(label: StaticString, phrase: Phrase)] {
        // By their authorization, calls move what belongs to others.
        let source = transaction.sourceAccount.account
        let isOne =
            transaction.operations.allSatisfy { transaction.source(of: $0).account == source }
            && (flows.leaving + flows.entering).allSatisfy { $0.holder == .account(source) }
        var lines = Self.lines(flows, isOne: isOne)
        lines += Self.list("In all", repeated)
        return lines + (required.count > 1 ? Self.list("Requires", required) : [])
    }

    /// What leaves, enters and moves.
    static func lines(_ flows: Flows, isOne: Bool) -> [(label: StaticString, phrase: Phrase)] {
        // What leaves is never cut short.
        list("Leaves", flows.leaving.map { $0.phrase(isOne: isOne, "at most", "from") }, most: flows.leaving.count)
            + list("Enters", flows.entering.map { $0.phrase(isOne: isOne, "about", "into") })
            + list("Moves", flows.unknownWords)
    }

    /// The thresholds that the source must reach, if no other account has to sign.
    var onlyRequired: Phrase? { required.count == 1 ? required.first : nil }

    private var required: [Phrase] {
        transaction.requiredLevels.map { required in
            required.account == transaction.sourceAccount.account
                ? "\(required.phrase) of the source account" : "\(required.phrase) of \(required.account)"
        }
    }

    /// Destinations that receive an asset in several operations.
    private var repeated: [Phrase] {
        guard transaction.operations.count > 1 else { return [] }
        var payments = BatchPayments()
        for operation in transaction.operations {
            payments.add(operation.body.facts, memo: .none, at: Place(line: 1, operation: nil))
        }
        return payments.assets.flatMap { asset in
            payments.severalTimes(of: asset).map { one in
                """
                \(plain: Amount.text(ofSum: one.sum)) \(asset) to \(one.destination), in \(one.count) payments
                """
            }
        }
    }

    private static func list(
        _ label: StaticString, _ phrases: [Phrase], most: Int = shown
    ) -> [(label: StaticString, phrase: Phrase)] {
        var lines = phrases.prefix(most).enumerated().map { index, phrase in (index == 0 ? label : "", phrase) }
        if phrases.count > most { lines.append(("", "and \(phrases.count - most) more")) }
        return lines
    }
}
