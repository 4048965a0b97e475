// SPDX-License-Identifier: Apache-2.0

import Anchor
import ArgumentParser
import OnlineShell
import Shell
import TextCodec
import Transfers

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
            var members: [(String, JSON)] = [("home_domain", .string(session.domain.text))]
            var lines: [String] = []
            for server in try session.servers(wanted) {
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
            ("  amounts", offer.limitsText),
            ("  fee", offer.feeText),
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
}
