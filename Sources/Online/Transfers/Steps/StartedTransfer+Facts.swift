// SPDX-License-Identifier: Apache-2.0

import Anchor
import CurlHTTP
import TextCodec

extension StartedTransfer {
    /// What the anchor says about a transfer that has just begun, for people; text from the anchor is not escaped.
    ///
    /// - Parameter domain: the anchor's.
    func facts(_ kind: TransferKind, at domain: String, by spoken: TransferProtocol) -> [(name: String, value: String?)]
    {
        var facts: [(name: String, value: String?)] = [
            (kind.rawValue, "at \(domain) (\(spoken.rawValue))"), ("id", id), ("open", page?.text),
            ("how", instructions.isEmpty ? text("how") : nil),
        ]
        for instruction in instructions {
            facts.append(
                (instruction.name, instruction.value + (instruction.about.isEmpty ? "" : " (\(instruction.about))")))
        }
        if kind == .withdrawal {
            facts += [
                ("pay to", text("account_id")),
                (
                    "memo",
                    text("memo").map { memo in
                        text("memo_type").map { "\($0):\(memo)" } ?? "\(memo), of a type that the anchor does not say"
                    }
                ),
            ]
        }
        return facts + [
            ("least", text("min_amount")), ("most", text("max_amount")), ("fee", text("fee_fixed")),
            ("fee percent", text("fee_percent")), ("seconds", text("eta")),
            ("note", document["extra_info"]?["message"]?.asString),
        ]
    }

    private func text(_ key: String) -> String? {
        switch document[key] {
        case .string(let text)? where !text.isEmpty: text
        case .number(let literal)?: literal
        default: nil
        }
    }
}
