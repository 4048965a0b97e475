// SPDX-License-Identifier: Apache-2.0

package import Codec
package import Stellar

/// An exchange rate with its fee: a firm quote or an indicative price.
///
/// - Source: SEP-38.
package struct Quote: Sendable {
    package struct Fee: Sendable {
        package let total: DecimalText
        package let asset: String
    }

    package let document: JSON
    package let sellAmount: DecimalText
    package let buyAmount: DecimalText
    package let price: DecimalText
    /// The price including the fee.
    package let totalPrice: DecimalText
    /// The fee; nil when the anchor's version of the protocol has none, so that the price includes everything.
    package let fee: Fee?
    /// The id; only for a firm quote.
    package var id: String? { document["id"].flatMap(AnchorValue.id) }
    package var expiry: Timestamp? { document["expires_at"].flatMap(AnchorValue.time) }

    /// The longest id, in bytes, as for transfers.
    static let longestID = 128

    init(
        _ document: JSON, sell: String, buy: String, _ given: QuoteServer.Given?, of domain: String
    ) throws(AnchorError) {
        try AmountFields.check(document, AmountFields.quote, of: "its quote", at: domain)
        func amount(_ key: String) throws(AnchorError) -> DecimalText {
            guard let amount = DecimalText(document[key]) else {
                throw .broken(domain: domain, reason: "its quote has no \(key)")
            }
            return amount
        }
        func amount(_ key: String, of asset: String) throws(AnchorError) -> DecimalText {
            let amount = try amount(key)
            guard asset.hasPrefix("stellar:") ? amount.hasLedgerDecimals : amount.isExact else {
                throw .broken(
                    domain: domain, reason: "the \(key) of its quote has too many digits: \(amount.text)")
            }
            return amount
        }
        sellAmount = try amount("sell_amount", of: sell)
        buyAmount = try amount("buy_amount", of: buy)
        price = try amount("price")
        if (document["total_price"] ?? .null) == .null, (document["fee"] ?? .null) == .null {
            // Fees came with version 2 of the protocol; some servers still use version 1.
            (totalPrice, fee) = (price, nil)
        } else {
            totalPrice = try amount("total_price")
            guard let total = DecimalText(document["fee"]?["total"]), total.isExact,
                let asset = document["fee"]?["asset"]?.asString
            else { throw .broken(domain: domain, reason: "its quote has no fee") }
            fee = Fee(total: total, asset: asset)
        }
        self.document = document
        switch given {
        case .sell(let amount) where amount != sellAmount, .buy(let amount) where amount != buyAmount:
            throw .broken(domain: domain, reason: "its quote is for another amount")
        default: break
        }
        guard fee.map({ $0.asset == sell || $0.asset == buy }) ?? true else {
            throw .broken(domain: domain, reason: "the fee of its quote is in an asset that is not exchanged")
        }
        guard isConsistent(sell: sell) else {
            throw .broken(domain: domain, reason: "the amounts of its quote do not agree with its price and fee")
        }
    }

    /// A value that a firm quote must have.
    ///
    /// - Throws: `.broken`, with what the anchor wrote instead.
    func required<Value>(_ value: Value?, _ key: String, at domain: HomeDomain) throws(AnchorError) -> Value {
        guard let value else {
            throw .broken(domain: domain.text, reason: "its quote \(AnchorValue.fault(of: key, in: document))")
        }
        return value
    }

    /// Whether amounts, prices and fee are consistent, within rounding.
    ///
    /// - Source: SEP-38 §Price formulas.
    private func isConsistent(sell: String) -> Bool {
        guard sellAmount.isAbout(totalPrice, times: buyAmount) else { return false }
        guard let fee else { return true }
        if fee.asset == sell {
            return sellAmount.minus(fee.total).flatMap { DecimalText($0) }?.isAbout(price, times: buyAmount) ?? false
        }
        return buyAmount.plus(fee.total).map { sellAmount.isAbout(price, times: $0) } ?? false
    }

    /// The components of the fee.
    package var feeDetails: [(name: String, amount: String, about: String)] {
        (document["fee"]?["details"]?.asArray ?? []).compactMap { row in
            guard let name = row["name"]?.asString, let amount = DecimalText(row["amount"]) else { return nil }
            return (name, amount.text, row["description"]?.asString ?? "")
        }
    }
}
