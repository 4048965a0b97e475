// SPDX-License-Identifier: Apache-2.0

package import Stellar
package import TextCodec

/// A rate with its fee, firm or not.
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
    /// With the fee in it.
    package let totalPrice: DecimalText
    /// Nil where the anchor's version of the protocol has none: the price is the whole of it then.
    package let fee: Fee?
    /// Of a firm one.
    package var id: String? { document["id"]?.asString }
    package var expiry: Timestamp? { document["expires_at"]?.asString.flatMap { Timestamp($0) } }

    /// In bytes, as for the ids of transfers.
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
            // Fees came with version 2 of the protocol, and there are servers of version 1.
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

    /// Whether amounts, prices and fee belong together, as well as rounded numbers do.
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

    /// What the fee is made of.
    package var feeDetails: [(name: String, amount: String, about: String)] {
        (document["fee"]?["details"]?.asArray ?? []).compactMap { row in
            guard let name = row["name"]?.asString, let amount = DecimalText(row["amount"]) else { return nil }
            return (name, amount.text, row["description"]?.asString ?? "")
        }
    }
}
