// SPDX-License-Identifier: Apache-2.0
import Stellar
import StellarXDR
import TextCodec

/// What goes in, what it costs and what comes out.
struct Terms: Hashable, Sendable {
    let amountIn: Amount
    let assetIn: AnchorAsset
    let amountOut: Amount
    let assetOut: AnchorAsset
    let fee: Fee
}

extension Terms {
    /// The least and the most that is deposited or withdrawn at once.
    static let least = PriceList.least
    static let most = PriceList.most

    /// One for one, less the fee.
    init(plain amount: Amount, asset: Asset, isDeposit: Bool) throws(AnchorRefusal) {
        guard Self.least <= amount, amount <= Self.most else {
            throw AnchorRefusal("'amount' must be from \(Self.least.text) to \(Self.most.text).")
        }
        let onLedger = AnchorAsset.stellar(asset)
        let fee = Fee.plain(amount)
        self.init(
            amountIn: amount, assetIn: isDeposit ? .practiceMoney : onLedger,
            amountOut: amount.subtracting(fee) ?? .zero, assetOut: isDeposit ? onLedger : .practiceMoney,
            fee: Fee(total: fee, asset: onLedger.name ?? ""))
    }
}

/// What the anchor takes for itself.
struct Fee: Hashable, Sendable {
    /// What every transfer and every exchange costs at least, in units.
    static let fixed = Amount(stroops: Amount.stroopsPerUnit)
    /// In percentage points.
    static let percent: Int64 = 1

    let total: Amount
    let asset: String

    /// Of a plain transfer: the fixed part, and a hundredth of the amount, rounded up.
    static func plain(_ amount: Amount) -> Amount {
        Amount(stroops: fixed.stroops + (amount.stroops + 99) / 100 * percent)
    }

    /// - Parameter parts: `breakdown` in transfers, `details` in quotes.
    func json(parts: String) -> JSON {
        let rest = total.subtracting(Self.fixed) ?? .zero
        return [
            "total": .string(total.text), "asset": .string(asset),
            parts: [
                ["name": "Fixed fee", "amount": .string(Self.fixed.text)],
                [
                    "name": "Percentage fee", "description": .string("\(Self.percent) % of what is exchanged"),
                    "amount": .string(rest.text),
                ],
            ],
        ]
    }
}
