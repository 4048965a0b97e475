// SPDX-License-Identifier: Apache-2.0

import Codec
import Stellar

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
    init(_ name: String?, field: String) throws(AnchorRefusal) {
        guard let method = name.map({ DeliveryMethod(rawValue: $0) }) ?? .bank else {
            throw AnchorRefusal("'\(field)' must be \(Self.names).")
        }
        self = method
    }
}
