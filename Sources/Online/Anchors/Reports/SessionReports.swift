// SPDX-License-Identifier: Apache-2.0

package import AnchorAPI
import Codec
package import Journal
package import Stellar

/// What an anchor says about its offers and about transfers.
extension AnchorSession {
    /// What the anchor offers for which assets.
    ///
    /// - Parameter wanted: nil for both protocols.
    package func offers(by wanted: TransferProtocol?) throws(TransferError) -> AnchorReport {
        report(of: try infos(by: wanted))
    }

    /// What the anchor offers by each protocol whose server answers.
    ///
    /// - Parameter wanted: nil for both protocols.
    /// - Throws: the first error if no server answers.
    package func infos(by wanted: TransferProtocol?) throws(TransferError) -> AnchorAnswers<TransferInfo> {
        try asked(wanted) { try $0.info() }
    }

    /// What the anchor offers for which assets, once it was asked.
    package func report(of infos: AnchorAnswers<TransferInfo>) -> AnchorReport {
        var members: [(String, JSON)] = [("home_domain", .string(domain.text))]
        var parts: [AnchorReport.Part] = []
        for (server, info) in infos.answers {
            members.append((server.protocol.rawValue, info.document))
            for kind in TransferKind.allCases {
                for isExchange in [false, true] {
                    let title = "\(kind.rawValue)\(isExchange ? " with exchange" : "") of"
                    for offer in info.offers(kind, isExchange: isExchange) where offer.isEnabled {
                        parts.append(.line("\(title) \(offer.code) (\(server.protocol.rawValue))"))
                        parts.append(.facts(offer.facts))
                    }
                }
            }
        }
        if parts.isEmpty { parts.append(.line("\(domain.text) offers nothing now")) }
        if let failed = infos.failed { members.append(("failed", failed)) }
        return AnchorReport(.object(JSONObject(members)), parts + infos.remarks.map { .line($0) })
    }

    /// The cost of a transfer at the first server that states it, as `fee(of:code:amount:method:by:)`.
    package func feeReport(
        of kind: TransferKind, code: String, amount: DecimalText, method: String?, by wanted: TransferProtocol?
    ) throws(TransferError) -> AnchorReport {
        let (fee, spoken) = try fee(of: kind, code: code, amount: amount, method: method, by: wanted)
        return AnchorReport(
            [
                "fee": .string(fee.text), "asset": .string(code), "amount": .string(amount.text),
                "protocol": .string(spoken.rawValue),
            ], [.line("\(fee.text) \(code)")])
    }

    /// The state of one transfer, as `transfer(named:mayBeNumber:by:token:)` finds it.
    ///
    /// - Throws: `.refused` without a login.
    package func state(
        ofTransfer name: String, mayBeNumber: Bool, _ kind: TransferKind? = nil, code: String? = nil,
        by wanted: TransferProtocol?
    ) throws(TransferError) -> AnchorReport {
        let token = try TransferError.catching { try self.token() }
        let found = try transfer(
            named: name, mayBeNumber: mayBeNumber, kind, code: code, by: wanted, token: token
        ).transfer
        if let kind, let other = found.kind, other != kind {
            throw .failure(
                Failure(
                    .badInput,
                    "\(domain.text)'s transfer \(TerminalText.escape(found.id)) is a \(other.rawValue), not a \(kind.rawValue)",
                    hint: code == nil ? "if it has both of this id, name the asset" : nil))
        }
        return AnchorReport(found)
    }

    /// The anchor's list of transfers of an asset, as `transfers(code:by:limit:token:)`.
    ///
    /// - Throws: `.refused` without a login.
    package func transferList(
        code: String, by wanted: TransferProtocol?, limit: Int
    ) throws(TransferError) -> AnchorReport {
        let token = try TransferError.catching { try self.token() }
        let (found, remarks) = try transfers(code: code, by: wanted, limit: limit, token: token)
        return AnchorReport(
            ["transactions": .array(found.map(\.document))],
            header: ["begun", "kind", "in", "out", "status", "id"], rows: found.map(\.row), none: "there are none",
            remarks: remarks)
    }
}

extension AnchorReport {
    /// The state of one transfer.
    package init(_ transfer: Transfer) { self.init(transfer.document, [.facts(transfer.facts)]) }

    /// A transfer that the anchor has now.
    package init(_ result: TransferResult) { self.init(result.document, [.facts(result.facts)]) }

    /// The transfers that were begun on this machine.
    package init(_ transfers: [RecordedTransfer]) {
        self.init(
            ["transfers": .array(transfers.map(\.document))],
            header: ["transfer", "begun", "kind", "at", "amount", "asset", "stands at", "id"],
            rows: transfers.map(\.row), none: "there are none")
    }
}

extension TransferInfo.Offer {
    /// Limits, fee, methods and fields for people, or why the offer cannot be used; text from the anchor is not
    /// escaped.
    fileprivate var facts: [AnchorFact] {
        if let fault { return [AnchorFact(.topic(.fault), fault.message, isPart: true)] }
        let terms = [AnchorFact](
            [
                .amounts: limitsText, .fee: feeText,
                .methods: methods.isEmpty ? nil : methods.joined(separator: ", "),
            ], areParts: true)
        return terms
            + fields(of: nil).map { field in
                let isOptional = field.about["optional"]?.asBool ?? false
                let about = field.about["description"]?.asString ?? ""
                return AnchorFact(.field(field.name), (isOptional ? "(optional) " : "") + about, isPart: true)
            }
    }
}

extension RecordedTransfer {
    /// The amount that was asked for, with its asset where that is not the transfer's: who exchanges in a deposit says
    /// what they pay in, and the anchor what comes out.
    package var shownAmount: String? {
        guard kind == .deposit, self.protocol == .sep6, let amount, let otherAsset else { return amount }
        return "\(amount) \(otherAsset)"
    }

    fileprivate var row: [String] {
        let state = step == .begun ? status?.rawValue ?? "begun" : "step \(stage) of 4"
        let day = String(begun.rfc3339.prefix(10))
        return [String(number), day, kind.rawValue, homeDomain, shownAmount ?? "", code, state, transferID ?? ""]
    }
}
