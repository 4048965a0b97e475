// SPDX-License-Identifier: Apache-2.0

package import Anchor

extension TransferInfo.Offer {
    /// The limits of the amount as text; nil when the anchor states none.
    package var limitsText: String? {
        switch (minimum?.text, maximum?.text) {
        case (nil, nil): nil
        case (let least?, nil): "from \(least)"
        case (nil, let most?): "up to \(most)"
        case (let least?, let most?): "\(least) to \(most)"
        }
    }

    /// The fee as text; nil when the anchor states none.
    package var feeText: String? {
        let parts = [fixedFee.map(\.text), feePercent.map { "\($0.text) %" }].compactMap(\.self)
        return parts.isEmpty ? nil : parts.joined(separator: " and ")
    }
}
