// SPDX-License-Identifier: Apache-2.0

import Anchor
import CurlHTTP
import Journal
import OnlineShell
import Shell
import TextCodec

/// Tells the user about a transfer that has begun.
struct TransferShow {
    let flow: TransferFlow
    let started: StartedTransfer
    let fee: TransferFee?

    private var session: AnchorSession { flow.session }

    func show() throws {
        let document: JSON = [
            "transfer": .number(String(flow.record.number)), "home_domain": .string(session.domain.text),
            "protocol": .string(flow.server.protocol.rawValue), "kind": .string(flow.kind.rawValue),
            "id": started.id.map { .string($0) } ?? .null, "url": started.page.map { .string($0.text) } ?? .null,
            "fee": fee?.document ?? .null, "answer": started.document,
        ]
        try ManageAnchor.Options.print(json: flow.json, document, lines)
        if let page = started.page { try flow.show(page) }
        guard let id = started.id, !flow.json else { return }
        if flow.kind == .withdrawal, flow.server.protocol == .sep6 {
            Console.say("next: \(session.paying(id, flow.record))")
        }
        Console.say("then: \(session.watching(id, flow.record))")
    }

    private var lines: [String] {
        let kind = flow.kind
        let said = started.document
        func text(_ key: String) -> String? {
            switch said[key] {
            case .string(let text)? where !text.isEmpty: text
            case .number(let literal)?: literal
            default: nil
            }
        }
        var facts: [(name: String, value: String?)] = [
            ("\(kind.rawValue)", "at \(session.domain.text) (\(flow.server.protocol.rawValue))"), ("id", started.id),
            ("open", started.page?.text), ("how", started.instructions.isEmpty ? text("how") : nil),
        ]
        for instruction in started.instructions {
            facts.append(
                (instruction.name, instruction.value + (instruction.about.isEmpty ? "" : " (\(instruction.about))")))
        }
        if kind == .withdrawal {
            facts += [
                ("pay to", text("account_id")), ("memo", text("memo").map { "\(text("memo_type") ?? "text"):\($0)" }),
            ]
        }
        facts += [
            ("least", text("min_amount")), ("most", text("max_amount")), ("fee", text("fee_fixed")),
            ("fee percent", text("fee_percent")), ("seconds", text("eta")),
            ("note", said["extra_info"]?["message"]?.asString),
        ]
        return Facts.lines(facts)
    }
}
