// SPDX-License-Identifier: Apache-2.0

import Codec
import Stellar
import StellarXDR

/// The anchor's fixed prices: an SRT costs two dollars in both directions.
///
/// - Source: SEP-38 §Price Formulas: `sell_amount = price * buy_amount + fee`, with the fee in the sold asset.
struct PriceList: Sendable {
    /// The maximum amount of an exchange, in units of the sold asset.
    static let most = Amount(stroops: 1000 * Amount.stroopsPerUnit)
    static let least = Amount(stroops: 5 * Amount.stroopsPerUnit)

    let sell: AnchorAsset
    let buy: AnchorAsset
    /// Units of the sold asset per unit of the bought asset, as a fraction.
    private let numerator: Int64
    private let denominator: Int64

    /// Nil if the anchor does not exchange these assets.
    init?(sell: AnchorAsset, buy: AnchorAsset, srt: AnchorAsset) {
        switch (sell, buy) {
        case (.dollars, srt): (numerator, denominator) = (2, 1)
        case (srt, .dollars): (numerator, denominator) = (1, 2)
        default: return nil
        }
        self.sell = sell
        self.buy = buy
    }

    /// The price without fees.
    var price: String { Amount(stroops: Amount.stroopsPerUnit * numerator / denominator).text }

    /// The terms for a client that sells this amount.
    func selling(_ amount: Amount) throws(AnchorProblem) -> Terms {
        try check(amount)
        guard amount.stroops % sell.unit == 0 else {
            throw AnchorProblem("The amount has more than \(sell.decimals) decimals.")
        }
        let withoutFixed = amount.stroops - Fee.fixed.stroops
        let net = Self.down(withoutFixed * 100 / (100 + Fee.percent), to: sell.unit)
        let bought = Self.down(net * denominator / numerator, to: buy.unit)
        return try terms(sold: amount.stroops, bought: bought)
    }

    /// The terms for a client that buys this amount.
    func buying(_ amount: Amount) throws(AnchorProblem) -> Terms {
        guard amount.stroops % buy.unit == 0 else {
            throw AnchorProblem("The amount has more than \(buy.decimals) decimals.")
        }
        guard amount <= Amount(stroops: Self.most.stroops * 2) else { throw Self.outOfRange }
        let net = amount.stroops * numerator
        let whole = (net + denominator - 1) / denominator
        let fee = Fee.fixed.stroops + (whole * Fee.percent + 99) / 100
        let sold = Self.down(whole + fee + sell.unit - 1, to: sell.unit)
        try check(Amount(stroops: sold))
        return try terms(sold: sold, bought: amount.stroops)
    }

    /// The price per unit including fees, to seven decimals.
    static func totalPrice(_ terms: Terms) -> String {
        let sold = Int128(terms.amountIn.stroops) * Int128(Amount.stroopsPerUnit)
        let bought = Int128(terms.amountOut.stroops)
        return Amount(stroops: Int64((sold + bought / 2) / bought)).text
    }

    private func terms(sold: Int64, bought: Int64) throws(AnchorProblem) -> Terms {
        guard bought > 0, let name = sell.name else { throw Self.outOfRange }
        // A rounding remainder is part of the fee.
        let fee = sold - bought * numerator / denominator
        return Terms(
            amountIn: Amount(stroops: sold), assetIn: sell, amountOut: Amount(stroops: bought), assetOut: buy,
            fee: Fee(total: Amount(stroops: fee), asset: name))
    }

    private func check(_ amount: Amount) throws(AnchorProblem) {
        guard Self.least <= amount, amount <= Self.most else { throw Self.outOfRange }
    }

    private static let outOfRange = AnchorProblem(
        "The anchor exchanges from \(least.text) to \(most.text) of what is sold at once.")

    private static func down(_ stroops: Int64, to unit: Int64) -> Int64 { stroops - stroops % unit }
}

/// An asset that the anchor receives or pays.
enum AnchorAsset: Hashable, Sendable {
    /// An asset on the ledger.
    case stellar(Asset)
    /// US dollars at the practice bank.
    case dollars
    /// The money that backs SRT, one to one; no SEP has a name for it.
    case practiceMoney

    static let dollarsName = "iso4217:USD"

    /// The name in the format of SEP-38; nil if it has none.
    var name: String? {
        switch self {
        case .stellar(.native): "stellar:native"
        case .stellar(let asset): "stellar:\(asset.text)"
        case .dollars: Self.dollarsName
        case .practiceMoney: nil
        }
    }

    /// The smallest amount, in stroops.
    var unit: Int64 { self == .dollars ? 100_000 : 1 }

    var decimals: Int { self == .dollars ? 2 : Amount.decimals }
}

/// A firm quote.
struct Quote: Sendable {
    let id: String
    /// The token subject for which the quote was made.
    let owner: String
    let price: String
    let terms: Terms
    let expiry: UInt64
    let method: DeliveryMethod
    /// The transfer that uses it.
    var transfer: String?

    var json: JSON {
        var out = JSONObject([
            ("id", .string(id)), ("expires_at", .string(Timestamp(expiry).rfc3339)),
            ("total_price", .string(PriceList.totalPrice(terms))), ("price", .string(price)),
            ("sell_asset", .string(terms.assetIn.name ?? "")), ("sell_amount", .string(terms.amountIn.text)),
            ("buy_asset", .string(terms.assetOut.name ?? "")), ("buy_amount", .string(terms.amountOut.text)),
            ("fee", terms.fee.json(parts: "details")),
        ])
        out[terms.assetIn == .dollars ? "sell_delivery_method" : "buy_delivery_method"] = .string(method.rawValue)
        return .object(out)
    }
}

/// How money is delivered to or paid out by the practice bank.
enum DeliveryMethod: String, CaseIterable, Sendable {
    case bank = "bank_account"
    case cash

    static var names: String { allCases.map(\.rawValue).joined(separator: " or ") }

    /// - Parameter name: the method's name; nil for the first method.
    init(_ name: String?, field: String) throws(AnchorProblem) {
        guard let method = name.map({ DeliveryMethod(rawValue: $0) }) ?? .bank else {
            throw AnchorProblem("'\(field)' must be \(Self.names).")
        }
        self = method
    }
}
