// SPDX-License-Identifier: Apache-2.0

import Anchor
import ArgumentParser
import OnlineShell
import Shell
import TextCodec

struct AnchorInfo: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "info", abstract: "What an anchor offers for which assets.",
        discussion: "Example: coldstar-submit anchor info --home-domain example.com -n public")

    @Option(name: .customLong("protocol"), help: "sep6 or sep24; default both.")
    var wanted: TransferProtocol?

    @OptionGroup var options: ManageAnchor.Options

    func run() throws {
        let session = try options.session()
        try options.asking(session) {
            let servers = if let wanted { [try session.transfers(wanted)] } else { try session.allTransfers() }
            var members: [(String, JSON)] = [("home_domain", .string(session.domain.text))]
            var lines: [String] = []
            for server in servers {
                let info = try server.info()
                members.append((server.protocol.rawValue, info.document))
                for kind in TransferKind.allCases {
                    for isExchange in [false, true] {
                        for offer in info.offers(kind, isExchange: isExchange) where offer.isEnabled {
                            lines += Self.lines(offer, kind, isExchange, server.protocol)
                        }
                    }
                }
            }
            try options.print(
                .object(JSONObject(members)), lines.isEmpty ? ["\(session.domain.text) offers nothing now"] : lines)
        }
    }

    private static func lines(
        _ offer: TransferInfo.Offer, _ kind: TransferKind, _ isExchange: Bool, _ spoken: TransferProtocol
    ) -> [String] {
        let what =
            "\(kind.rawValue)\(isExchange ? " with exchange" : "") of \(TerminalText.escape(offer.code)) (\(spoken.rawValue))"
        var facts: [(name: String, value: String?)] = [
            ("  amounts", amounts(offer)),
            ("  fee", fee(offer)),
            ("  methods", offer.methods.isEmpty ? nil : offer.methods.joined(separator: ", ")),
        ]
        for field in offer.fields(of: nil) {
            let isOptional = field.about["optional"]?.asBool ?? false
            facts.append(
                (
                    "  field \(field.name)",
                    (isOptional ? "(optional) " : "") + (field.about["description"]?.asString ?? "")
                ))
        }
        return [what] + Facts.lines(facts)
    }

    static func amounts(_ offer: TransferInfo.Offer) -> String? {
        switch (offer.minimum?.text, offer.maximum?.text) {
        case (nil, nil): nil
        case (let least?, nil): "from \(least)"
        case (nil, let most?): "up to \(most)"
        case (let least?, let most?): "\(least) to \(most)"
        }
    }

    static func fee(_ offer: TransferInfo.Offer) -> String? {
        let parts = [offer.fixedFee.map(\.text), offer.feePercent.map { "\($0.text) %" }].compactMap(\.self)
        return parts.isEmpty ? nil : parts.joined(separator: " and ")
    }
}
