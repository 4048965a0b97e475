// SPDX-License-Identifier: Apache-2.0

import Codec

/// The fields of an anchor's responses that are amounts, and their validation: a malformed amount violates the protocol
/// and is never treated as missing.
///
/// A path consists of member names and `[]` for any array element.
///
/// - Source: SEP-6 §Info, §Deposit, §Withdraw, §Transaction history; SEP-24 the same; SEP-38 §GET prices, §GET price,
///   §POST quote.
enum AmountFields {
    private static let limits = ["min_amount", "max_amount"]
    private static let fees = ["fee_fixed", "fee_percent", "fee_minimum"]

    static let offer = limits + fees
    static let started = limits + fees
    static let transfer = [
        "amount_in", "amount_out", "amount_fee", "fee_details.total", "fee_details.details.[].amount",
        "refunds.amount_refunded", "refunds.amount_fee", "refunds.payments.[].amount", "refunds.payments.[].fee",
    ]
    static let prices = ["buy_assets.[].price", "sell_assets.[].price"]
    static let quote = [
        "sell_amount", "buy_amount", "price", "total_price", "fee.total", "fee.details.[].amount",
    ]

    /// Validates all amounts of a document. Missing or null amounts pass.
    ///
    /// - Parameters:
    ///   - what: the kind of document, for the error.
    ///   - place: where it is in the response; empty for all of it.
    /// - Throws: `.broken`, naming the field.
    static func check(
        _ document: JSON, _ paths: [String], of what: String, below place: String = "", at domain: String
    ) throws(AnchorError) {
        for path in paths {
            try check(
                document, path.split(separator: ".")[...], place.isEmpty ? "" : "." + place, of: what, at: domain)
        }
    }

    private static func check(
        _ value: JSON, _ path: ArraySlice<Substring>, _ place: String, of what: String, at domain: String
    ) throws(AnchorError) {
        guard value != .null else { return }
        func broken(_ reason: String) -> AnchorError {
            .broken(domain: domain, reason: "the field \(place.dropFirst()) of \(what) is not \(reason)")
        }
        guard let step = path.first else {
            guard DecimalText(value) != nil else { throw broken("an amount: \(shown(value))") }
            return
        }
        let rest = path.dropFirst()
        switch step {
        case "[]":
            guard let elements = value.asArray else { throw broken("an array") }
            for (index, element) in elements.enumerated() {
                try check(element, rest, "\(place)[\(index)]", of: what, at: domain)
            }
        default:
            guard value.asObject != nil else { throw broken("an object") }
            if let member = value[String(step)] { try check(member, rest, "\(place).\(step)", of: what, at: domain) }
        }
    }

    static func shown(_ value: JSON) -> String {
        let text = value.text()
        return text.utf8.count > 40 ? "\(text.prefix(40))..." : text
    }
}
