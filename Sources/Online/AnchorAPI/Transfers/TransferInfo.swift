// SPDX-License-Identifier: Apache-2.0

package import Codec
package import Stellar

/// An anchor's deposits and withdrawals by asset.
///
/// - Source: SEP-6 §Info, SEP-24 §Info.
package struct TransferInfo: Sendable {
    /// The anchor's complete document.
    package let document: JSON
    /// What errors call the server.
    private let domain: String

    init(_ document: JSON, of domain: String) {
        self.document = document
        self.domain = domain
    }

    /// The offer for one asset in one direction.
    package struct Offer: Sendable {
        package let code: String
        package let document: JSON
        /// What makes the offer unusable: one of its amounts is none. Nil for most.
        package let fault: AnchorError?

        package var isEnabled: Bool { document["enabled"]?.asBool ?? true }
        package var minimum: DecimalText? { DecimalText(document["min_amount"]) }
        package var maximum: DecimalText? { DecimalText(document["max_amount"]) }
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
        package func objection(to amount: DecimalText) -> FieldObjection? {
            if let minimum, amount < minimum { return .below(minimum, code: code) }
            if let maximum, maximum < amount { return .above(maximum, code: code) }
            return nil
        }
    }

    /// The offer for an asset; nil when there is none.
    ///
    /// - Throws: `.broken` when an amount of this offer is none; those of other offers do not count.
    package func offer(_ kind: TransferKind, _ code: String, isExchange: Bool) throws(AnchorError) -> Offer? {
        let part = Self.part(kind, isExchange)
        guard let offer = document[part]?[code].map({ self.offer(code, $0, in: part) }) else { return nil }
        if let fault = offer.fault { throw fault }
        return offer
    }

    /// All offers of one direction, those included that cannot be used.
    package func offers(_ kind: TransferKind, isExchange: Bool = false) -> [Offer] {
        let part = Self.part(kind, isExchange)
        return (document[part]?.asObject?.members ?? []).map { offer($0.key, $0.value, in: part) }
    }

    private static func part(_ kind: TransferKind, _ isExchange: Bool) -> String {
        kind.endpoint + (isExchange ? "-exchange" : "")
    }

    private func offer(_ code: String, _ document: JSON, in part: String) -> Offer {
        var fault: AnchorError?
        do throws(AnchorError) {
            try AmountFields.check(document, AmountFields.offer, of: "its info", below: "\(part).\(code)", at: domain)
        } catch { fault = error }
        return Offer(code: code, document: document, fault: fault)
    }

    package var hasFeeEndpoint: Bool { document["fee"]?["enabled"]?.asBool ?? false }
}
