// SPDX-License-Identifier: Apache-2.0

import Building
import OnlineShell
import Preflight
import Stellar
import StellarXDR

extension BatchFunding {
    /// What is needed of each asset and what can be spent, as a table.
    var tableLines: [String] {
        let header = (isOneAccount ? [] : ["account"]) + ["asset", "needed", "spendable", "missing", "runs out at"]
        let rows = funding.spent.map { need in
            (isOneAccount ? [] : [need.account.address]) + [
                need.asset.text, Amount.text(ofSum: need.needed),
                need.spendable.map { Amount.text(ofSum: $0) } ?? "unlimited", Amount.text(ofSum: need.missing),
                shortLine(of: need).map { "line \($0)" } ?? "",
            ]
        }
        let first = isOneAccount ? 1 : 2
        return TextTable.lines([header] + rows, rightAligned: [first, first + 1, first + 2])
    }
}
