// SPDX-License-Identifier: Apache-2.0

import Codec
package import LedgerAPI
import Stellar
import StellarXDR
import Workspace

/// What a batch needs of each asset and what its payers can spend, with the lines of the file.
package struct BatchFunding: Sendable {
    package let funding: FundingPlan
    let plan: BatchPlan

    /// The line of a payment in the plan.
    private func line(of place: FundingPlan.Place) -> Int {
        plan.transactions[place.transaction].rows[place.operation ?? 0].line
    }

    /// The shortages, each at the line at which the funds run out.
    var faults: [(line: Int, message: String)] {
        funding.shortages.compactMap { need in
            guard let place = need.shortAt else { return nil }
            let (needed, missing) = (Amount.text(ofSum: need.needed), Amount.text(ofSum: need.missing))
            let spendable = Amount.text(ofSum: need.spendable ?? 0)
            let code = need.asset.code
            let words =
                need.fees == need.needed
                ? "cannot pay the fees: it can spend \(spendable) \(code) and needs \(needed) in all"
                : "can spare \(spendable) \(code), and the batch needs \(needed)\(need.fees > 0 ? " with its fees" : "")"
            return (line(of: place), "\(need.account.address) \(words): \(missing) missing from this line on")
        }
    }

    /// The missing amounts, such as `1.1 XLM and 200 USD`.
    var missing: String {
        funding.shortages.map { "\(Amount.text(ofSum: $0.missing)) \($0.asset.code)" }.joined(separator: ", ")
    }

    /// The lowest line at which the funds of an asset run out.
    var firstLine: Int? { funding.shortages.compactMap(\.shortAt).map(line).min() }

    /// Whether a single account pays everything.
    var isOneAccount: Bool { Set(funding.spent.map(\.account)).count == 1 }

    /// The line at which the funds for a need run out; nil if they suffice.
    private func shortLine(of need: FundingPlan.Need) -> Int? { need.shortAt.map { line(of: $0) } }

    /// What is needed of each asset and what can be spent.
    var table: TextPart {
        let header = (isOneAccount ? [] : ["account"]) + ["asset", "needed", "spendable", "missing", "runs out at"]
        let rows = funding.spent.map { need in
            (isOneAccount ? [] : [need.account.address]) + [
                need.asset.text, Amount.text(ofSum: need.needed),
                need.spendable.map { Amount.text(ofSum: $0) } ?? "unlimited", Amount.text(ofSum: need.missing),
                shortLine(of: need).map { "line \($0)" } ?? "",
            ]
        }
        let first = isOneAccount ? 1 : 2
        return .table([header] + rows, rightAligned: [first, first + 1, first + 2])
    }

    /// The report as a JSON document.
    var document: JSON {
        func units(_ stroops: Int128) -> JSON { .string(Amount.text(ofSum: stroops)) }
        return [
            "status": "underfunded",
            "funding": .array(
                funding.spent.map { need in
                    [
                        "account": .string(need.account.address), "asset": .string(need.asset.text),
                        "needed": units(need.needed), "fees": units(need.fees),
                        "spendable": need.spendable.map(units) ?? .null, "missing": units(need.missing),
                        "line": shortLine(of: need).map { JSON.integer($0) } ?? .null,
                    ]
                }),
        ]
    }
}
