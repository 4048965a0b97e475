// SPDX-License-Identifier: Apache-2.0

package import Anchor
import Stellar

extension Quote {
    /// The fee as text.
    package var feeText: String { fee.map { "\($0.total.text) \($0.asset)" } ?? "none beside the price" }

    /// The quote for people; text from the anchor is not escaped.
    ///
    /// - Parameters:
    ///   - sell: the asset that is given, in the form of SEP-38.
    ///   - buy: the asset that is had.
    package func facts(sell: String, buy: String) -> [(name: String, value: String?)] {
        var facts: [(name: String, value: String?)] = [
            ("quote", id), ("until", expiry?.utc), ("gives", "\(sellAmount.text) \(sell)"),
            ("gets", "\(buyAmount.text) \(buy)"),
            ("price", price.text), ("with fee", totalPrice.text), ("fee", feeText),
        ]
        for detail in feeDetails {
            facts.append(("  \(detail.name)", detail.amount + (detail.about.isEmpty ? "" : " (\(detail.about))")))
        }
        return facts
    }
}
