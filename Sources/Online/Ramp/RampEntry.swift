// SPDX-License-Identifier: Apache-2.0

import Chains
package import Faults
import Handoff
package import Journal
import Stellar
package import TextCodec

/// A session of the journal: how it was begun, its records, and its state.
package struct RampEntry: Sendable {
    package let recorded: RecordedRampSession
    package internal(set) var records: [RampRecord]
    package internal(set) var session: RampSession

    package var number: Int64 { recorded.number }
}

extension RampEntry: Presentable {
    /// The document of `ramp status`.
    package var document: JSON {
        let configuration = session.configuration
        return [
            "number": .integer(number), "id": .string(recorded.id), "created": Self.time(recorded.created),
            "outcome": .string(session.outcome.rawValue), "advice": .string(session.outcome.advice),
            "presentation": .string(configuration.presentation.rawValue), "origin": .string(recorded.origin),
            "environment": .string(configuration.environment.rawValue),
            "chain": .string(configuration.network.caip2), "address": .string(configuration.address.text),
            "asset": .string(configuration.destinationAsset.rawValue),
            "transfers": .array(session.transfers.map(\.document)),
            "request": session.request.map { request in
                [
                    "id": .string(request.id.text), "hash": .string(request.message.hash.hex),
                    "expires": request.message.expires.map { .string($0.rfc3339) } ?? .null,
                ]
            } ?? .null,
            "payout": session.payout.map { payout in
                [
                    "amount": .string(payout.amount), "recipient": .string(payout.recipient),
                    "token": .string(payout.token), "decimals": .string(payout.decimals),
                ]
            } ?? .null, "ignored": .integer(session.ignored), "error": session.lastError.map(JSON.string) ?? .null,
            "events": .array(records.map(\.document)),
        ]
    }

    package var text: [TextPart] {
        var parts: [TextPart] = [.item(item)]
        if let request = session.request {
            parts.append(.line("request: \(request.id.text), open until \(request.message.expires?.rfc3339 ?? "")"))
        }
        if let refusal { parts.append(.line(Wording(refusal))) }
        for transfer in session.transfers {
            let place = transfer.networkTransactionID.map { ", transaction \(TerminalText.escape($0))" } ?? ""
            parts.append(.line("transfer \(TerminalText.escape(transfer.id)): \(transfer.status.rawValue)\(place)"))
        }
        if let error = session.lastError { parts.append(.line("last error: \(TerminalText.escape(error))")) }
        return parts + [
            .table(records.map(\.cells), under: ["time", "what", "detail"], ifEmpty: "nothing happened yet")
        ]
    }

    /// Why a payment that the frame asked for was not made; nil if it asked for none.
    package var refusal: String? {
        session.payout.map { payout in
            let amount = TerminalText.escape(payout.amount)
            let place = TerminalText.escape(payout.recipient)
            return
                "nothing was sent: Meso asks for a payment of \(amount) to \(place), and Coldstar signs no transactions of \(session.configuration.network.title)"
        }
    }

    /// The line of `ramp list`.
    package var item: TextItem { item(advising: true) }

    /// - Parameter isAdvising: whether it says what to do, which a page that shows the session does itself.
    package func item(advising isAdvising: Bool) -> TextItem {
        let configuration = session.configuration
        let tone: TextTone =
            switch session.outcome {
            case .complete: .good
            case .pending: .attention
            case .declined, .unknown: .bad
            }
        return TextItem(
            "\(number)", state: session.outcome.rawValue, tone,
            title:
                "\(configuration.destinationAsset.rawValue) on \(configuration.network.title) to \(configuration.address.text)",
            details: isAdvising ? [session.outcome.advice] : [])
    }

    private static func time(_ seconds: Int64) -> JSON {
        seconds < 0 ? .null : .string(Timestamp(UInt64(seconds)).rfc3339)
    }
}

extension RampRecord {
    /// The line of the log for other programs.
    package var document: JSON {
        .object(
            JSONObject(
                [("time", .string(time.rfc3339)), ("event", .string(kind.rawValue)), ("detail", .object(detail))]))
    }

    /// The line of the log for people.
    package var cells: [String] {
        let shown = detail.members.filter { $0.key != "message" || kind == .event }.compactMap { member -> String? in
            switch member.value {
            case .string(let text): "\(member.key) \(TerminalText.escape(text))"
            case .number(let text): "\(member.key) \(text)"
            case .bool(let value): "\(member.key) \(value)"
            case .null, .array, .object: nil
            }
        }
        return [time.rfc3339, kind.rawValue, shown.joined(separator: ", ")]
    }
}
