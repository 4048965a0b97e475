// SPDX-License-Identifier: Apache-2.0
// This program's own review page, drawn from the values of the review. It draws payments in words and every other
// operation, and all conditions, as they are written: leaving something out would have people sign what they have not
// seen.
import ColdstarSigner
import ColdstarStellar

func drawPage(_ review: SigningReview) {
    func row(_ label: String, _ value: Any) { print("  \(label)".padded(to: 14), value) }
    print("+-- to sign --", review.keys.map(\.name).joined(separator: ", "))
    for warning in review.warnings { row("WARNING", warning) }
    row("network", review.network.map { "\($0)" } ?? "none")
    if let hash = review.hash { row("hash", "\(hash)\n                \(hash.checkWords.joined(separator: " "))") }
    switch review.subject {
    case .transaction(let transaction), .login(let transaction): draw(transaction, review, row)
    case .message(let bytes): row("message", ByteString(bytes: bytes))
    case .authorization(let entry): row("authorizes", entry)
    case .other: print(review.text)
    }
    draw(review.movements, review.authority, review.remarks, row)
    for account in review.signedBy { row("signed by", "\(account)\(review.name(of: account))") }
    for need in review.required {
        row("needs", "\(need.thresholds.map(\.rawValue).joined(separator: " and ")) of \(need.account)")
    }
    // Claims of the request's author.
    if let note = review.note { row("note", "not checked: \(ByteString(note))") }
    for account in review.askedToSign { row("asks", "not checked: \(account)") }
    for (place, other) in review.attached.enumerated() {
        row("ATTACHED \(place + 1)", "needs no further signature")
        draw(other.transaction, review, row)
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

private func draw(
    _ movements: ReviewedMovements?, _ authority: [ReviewedAuthority], _ remarks: [String], _ row: (String, Any) -> Void
) {
    if let movements {
        for total in movements.leaving {
            row("leaves", "\(total.isExact ? "" : "at most ")\(total.amount) \(total.token) of \(total.holder)")
        }
        for total in movements.entering {
            row("enters", "\(total.isExact ? "" : "about ")\(total.amount) \(total.token) to \(total.holder)")
        }
        for (count, what) in [
            (movements.merges, "all lumens of merged accounts"), (movements.pools, "what pools take"),
            (movements.contracts, "what contracts take"),
        ] where count > 0 {
            row("leaves", "\(what), which only the ledger knows (\(count))")
        }
        if movements.claims > 0 { row("enters", "\(movements.claims) claimed balances") }
    }
    for account in authority {
        row("signers", "of \(account.account), known from \(account.knownFrom.rawValue):")
        for signer in account.signers {
            let alone = signer.reachesAlone.map(\.rawValue).joined(separator: ", ")
            row(
                "",
                "\(signer.isNew ? "new: " : "")\(signer.key) (\(signer.weight))\(alone.isEmpty ? "" : ", alone: \(alone)")"
            )
        }
        if account.mayHaveOthers { row("", "and perhaps others") }
        for (threshold, weight) in account.thresholds.sorted(by: { $0.value < $1.value }) {
            row("", "\(threshold.rawValue) threshold \(weight)")
        }
        if !account.lost.isEmpty { row("LOCKED", account.lost.map(\.rawValue).joined(separator: ", ")) }
    }
    for remark in remarks { row("remark", remark) }
}

extension String {
    fileprivate func padded(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }
}
