// SPDX-License-Identifier: Apache-2.0

package import TextCodec

/// An anchor's deposits and withdrawals by asset.
///
/// - Source: SEP-6 §Info, SEP-24 §Info.
package struct TransferInfo: Sendable {
    /// The anchor's complete document.
    package let document: JSON

    init(_ document: JSON, of domain: String) throws(AnchorError) {
        try AmountFields.check(document, AmountFields.offers, of: "its info", at: domain)
        self.document = document
    }

    /// The offer for one asset in one direction.
    package struct Offer: Sendable {
        package let code: String
        package let document: JSON

        package var isEnabled: Bool { document["enabled"]?.asBool ?? true }
        package var minimum: DecimalText? { DecimalText(document["min_amount"]) }
        package var maximum: DecimalText? { DecimalText(document["max_amount"]) }
        package var needsLogin: Bool { document["authentication_required"]?.asBool ?? false }
        package var fixedFee: DecimalText? { DecimalText(document["fee_fixed"]) }
        package var feePercent: DecimalText? { DecimalText(document["fee_percent"]) }

        /// The funding methods that the anchor lists.
        package var methods: [String] {
            if let methods = document["funding_methods"]?.asArray?.compactMap(\.asString) { return methods }
            if let types = document["types"]?.asObject { return types.keys }
            return document["fields"]?["type"]?["choices"]?.asArray?.compactMap(\.asString) ?? []
        }

        /// The fields that a request must have, with their descriptions.
        package func fields(of method: String?) -> [(name: String, about: JSON)] {
            let own = document["fields"]?.asObject?.members ?? []
            let typed = method.flatMap { document["types"]?[$0]?["fields"]?.asObject?.members } ?? []
            // For a field in both, the method's description applies.
            let names = Set(typed.map(\.key))
            return (own.filter { !names.contains($0.key) } + typed).map { ($0.key, $0.value) }
        }

        /// The fee computed from the offer; nil when it states none.
        package func fee(of amount: DecimalText) -> DecimalText? {
            guard fixedFee != nil || feePercent != nil else { return nil }
            return DecimalText.fee(fixed: fixedFee, percent: feePercent, of: amount)
        }

        /// Why an amount is not accepted; nil when it is.
        package func objection(to amount: DecimalText) -> String? {
            if let minimum, amount < minimum { return "the least is \(minimum.text) \(code)" }
            if let maximum, maximum < amount { return "the most is \(maximum.text) \(code)" }
            return nil
        }
    }

    /// The offer for an asset; nil when there is none.
    package func offer(_ kind: TransferKind, _ code: String, isExchange: Bool) -> Offer? {
        let part = document[kind.endpoint + (isExchange ? "-exchange" : "")]
        return part?[code].map { Offer(code: code, document: $0) }
    }

    /// All offers of one direction.
    package func offers(_ kind: TransferKind, isExchange: Bool = false) -> [Offer] {
        (document[kind.endpoint + (isExchange ? "-exchange" : "")]?.asObject?.members ?? []).map {
            Offer(code: $0.key, document: $0.value)
        }
    }

    package var hasFeeEndpoint: Bool { document["fee"]?["enabled"]?.asBool ?? false }
}
