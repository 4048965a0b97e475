// SPDX-License-Identifier: Apache-2.0
// The part of the review page that shows a transaction: its head, its conditions and its operations.
import ColdstarSigner
import ColdstarStellar

func draw(_ transaction: Transaction, _ review: SigningReview, _ row: (String, Any) -> Void) {
    row("source", "\(transaction.source), number \(transaction.sequenceNumber)")
    row("fee", "at most \(transaction.maximumFee) stroops, paid by \(transaction.feeSource)")
    if let resources = transaction.contractResources {
        row(
            "resources",
            "\(resources.readOnly.count) entries read, \(resources.readWrite.count) written, at most \(resources.fee) stroops"
        )
    }
    if let memo = transaction.memo { row("memo", memo) }
    draw(transaction.conditions, row)
    for operation in transaction.operations {
        switch operation.body {
        case .payment(let amount, let asset, let destination):
            row("pays", "\(amount) \(asset) to \(destination)\(review.name(of: destination))")
        case .createAccount(let account, let balance):
            row("creates", "\(account)\(review.name(of: account)) with \(balance) native")
        default: row("does", operation)
        }
        if let source = operation.source { row("", "as \(source)") }
    }
}

private func draw(_ conditions: Transaction.Conditions, _ row: (String, Any) -> Void) {
    row("until", conditions.maximumTime.map { "\($0)" } ?? "no expiry")
    if let time = conditions.minimumTime { row("from", time) }
    if let ledger = conditions.minimumLedger { row("from", "ledger \(ledger)") }
    if let ledger = conditions.maximumLedger { row("until", "before ledger \(ledger)") }
    if let number = conditions.minimumSequenceNumber { row("if", "the account's number is \(number) or later") }
    if conditions.minimumSequenceAge > 0 { row("if", "its number is \(conditions.minimumSequenceAge) s old") }
    if conditions.minimumSequenceLedgerGap > 0 {
        row("if", "its number is \(conditions.minimumSequenceLedgerGap) ledgers old")
    }
    for signer in conditions.extraSigners { row("if", "\(signer) has signed, too") }
}

extension SigningReview {
    /// What the book calls an account, to stand behind its address.
    func name(of account: Account) -> String {
        let names = names(of: account).joined(separator: ", ")
        return names.isEmpty ? "" : " [book: \(names)]"
    }
}
