// SPDX-License-Identifier: Apache-2.0

package import AccountWatch
import Stellar
import StellarXDR
package import Submitter

extension AccountOverview {
    /// The account for people, with its pending transactions in the order of `status`.
    package func lines(pending: [StatusEntry]) -> [String] {
        var lines = [name.map { "\($0)  \(account.address)" } ?? account.address]
        guard record != nil else { return lines + ["  does not exist on this network"] + Self.lines(of: pending) }
        lines += balanceTexts.map { "  balance  \($0)" }
        lines += TextTable.lines(paymentLines.map(\.cells)).map { "  payment  \($0)" }
        return lines + Self.lines(of: pending)
    }

    private static func lines(of pending: [StatusEntry]) -> [String] {
        pending.flatMap { entry in
            entry.lines(isWhole: false).enumerated().map { "  \($0 == 0 ? "pending  " : "         ")\($1)" }
        }
    }
}
