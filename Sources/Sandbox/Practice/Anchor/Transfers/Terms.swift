// SPDX-License-Identifier: Apache-2.0

import Codec
import Stellar
import StellarXDR

/// The amounts of a transfer: received, fee, and paid out.
struct Terms: Hashable, Sendable {
    let amountIn: Amount
    let assetIn: AnchorAsset
    let amountOut: Amount
    let assetOut: AnchorAsset
    let fee: Fee
}

extension Terms {
    /// The minimum and maximum amount of a deposit or withdrawal.
    static let least = PriceList.least
    static let most = PriceList.most

    /// Terms without an exchange: one to one, less the fee.
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

/// The anchor's fee.
struct Fee: Hashable, Sendable {
    /// The fixed part of the fee of every transfer and exchange: one unit.
    static let fixed = Amount(stroops: Amount.stroopsPerUnit)
    /// The proportional part of the fee, in percent.
    static let percent: Int64 = 1

    let total: Amount
    let asset: String

    /// The fee of a transfer without an exchange: the fixed part and 1% of the amount, rounded up.
    static func plain(_ amount: Amount) -> Amount {
        Amount(stroops: fixed.stroops + (amount.stroops + 99) / 100 * percent)
    }

    /// - Parameter parts: the name of the member with the parts: `breakdown` in transfers, `details` in quotes.
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
