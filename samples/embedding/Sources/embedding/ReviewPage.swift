// SPDX-License-Identifier: Apache-2.0
// This program's own review page, drawn from the values of the review. It shows all that the signer knows: leaving
// something out would have people sign what they have not seen.
import ColdstarSigner
import ColdstarStellar

func drawPage(_ review: SigningReview) {
    func row(_ label: String, _ value: Any) { print("  \(label)".padded(to: 14), value) }
    print("+-- to sign --", review.keys.map(\.name).joined(separator: ", "))
    for warning in review.warnings { row("WARNING", warning) }
    row("network", review.network.map { "\($0)" } ?? "none")
    if let hash = review.hash { row("hash", "\(hash)\n                \(hash.checkWords.joined(separator: " "))") }
    switch review.subject {
    case .transaction(let transaction), .login(let transaction): draw(transaction, row)
    case .message(let bytes): row("message", ByteString(bytes: bytes))
    case .authorization(let entry): row("authorizes", entry)
    case .other: print(review.text)
    }
    draw(review.movements, review.authority, review.remarks, row)
    for account in review.signedBy { row("signed by", account) }
    for (place, other) in review.attached.enumerated() {
        row("ATTACHED \(place + 1)", "needs no further signature")
        draw(other.transaction, row)
        draw(other.movements, other.authority, other.remarks, row)
    }
    // The most serious first.
    for finding in review.findings.sorted(by: { $0.level > $1.level }) {
        let part =
            switch finding.part {
            case .request: ""
            case .inner: " (inner transaction)"
            case .attached(let place): " (attached \(place + 1))"
            }
        let place = finding.operation.map { " (operation \($0 + 1))" } ?? ""
        let target = finding.target.map { "\($0): " } ?? ""
        row("\(finding.level)", "\(finding.rule)\(part)\(place): \(target)\(finding.message)")
    }
    print("+--")
}

private func draw(_ transaction: Transaction, _ row: (String, Any) -> Void) {
    row("source", "\(transaction.source), number \(transaction.sequenceNumber)")
    row("fee", "at most \(transaction.maximumFee) stroops, paid by \(transaction.feeSource)")
    if let memo = transaction.memo { row("memo", memo) }
    row("until", transaction.conditions.maximumTime.map { "\($0)" } ?? "no expiry")
    for operation in transaction.operations {
        switch operation.body {
        case .payment(let amount, let asset, let destination): row("pays", "\(amount) \(asset) to \(destination)")
        case .createAccount(let account, let balance): row("creates", "\(account) with \(balance) native")
        default: row("does", operation)
        }
        if let source = operation.source { row("", "as \(source)") }
    }
}

private func draw(
    _ movements: ReviewedMovements?, _ authority: [ReviewedAuthority], _ remarks: [String], _ row: (String, Any) -> Void
) {
    if let movements {
        for total in movements.leaving {
            row("leaves", "\(total.isExact ? "" : "at most ")\(total.amount) \(total.token)")
        }
        for total in movements.entering {
            row("enters", "\(total.isExact ? "" : "about ")\(total.amount) \(total.token)")
        }
        if !movements.isBounded { row("leaves", "more, which only the ledger knows") }
    }
    for account in authority {
        row(
            "signers",
            "of \(account.account): \(account.signers.map { "\($0.key) (\($0.weight))" }.joined(separator: ", "))")
        if !account.lost.isEmpty { row("LOCKED", account.lost.map(\.rawValue).joined(separator: ", ")) }
    }
    for remark in remarks { row("remark", remark) }
}

extension String {
    fileprivate func padded(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }
}
