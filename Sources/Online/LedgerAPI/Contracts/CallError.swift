// SPDX-License-Identifier: Apache-2.0

import Codec
package import LedgerXDR
import Stellar
package import StellarXDR

/// The error that ends a contract call, as the host's diagnostic events have it. What a server says of one is proven by
/// nothing.
///
/// - Source: rs-soroban-env, `Host::error`: an event with the topics `error` and the error, and with what happened.
package struct CallError: Hashable, Sendable {
    package let error: SCError
    /// The contract in which it came up; nil where the events do not say.
    package let contract: ContractID?
    /// What the host said when it came up: its words, quoted, then addresses and numbers. Nil if it said nothing.
    package let words: String?

    /// - Parameter events: in their order, the latest last. Nil if they do not end with an error.
    package init?(_ events: [DiagnosticEvent]) {
        // While the calls end one after the other, there are no other events; an error that a contract has caught is
        // followed by some.
        let end = events.reversed().drop { Self.topics(of: $0).first == .name("core_metrics") }
        let errors = end.prefix { Self.error(of: $0) != nil }
        guard let error = errors.first.flatMap(Self.error),
            let first = errors.last(where: { Self.error(of: $0) == error })
        else { return nil }
        self.error = error
        contract = first.event.contractID
        words = Self.words(of: first)
    }

    private static func topics(of event: DiagnosticEvent) -> [SCVal] {
        guard event.event.type == .diagnostic, case .v0(let body) = event.event.body else { return [] }
        return body.topics
    }

    private static func error(of event: DiagnosticEvent) -> SCError? {
        let topics = topics(of: event)
        guard topics.count == 2, topics[0] == .name("error"), case .error(let error) = topics[1] else { return nil }
        return error
    }

    /// The bytes shown of the host's words.
    private static let longest = 120
    private static let mostValues = 5

    private static func words(of event: DiagnosticEvent) -> String? {
        guard case .v0(let body) = event.event.body else { return nil }
        let values: [SCVal] = if case .vec(let values?) = body.data { Array(values) } else { [body.data] }
        // Of an error that the contract raises itself, they say nothing more.
        if values.first == .string(Opaque(Array("failing with contract error".utf8)) ?? Opaque()) { return nil }
        let shown = values.prefix(mostValues).compactMap { value -> String? in
            switch value {
            case .string(let text): ForeignName(text.bytes, most: longest).quoted
            case .address(let address): address.address
            case .u32(let number): String(number)
            case .i128(let parts): String(parts.value)
            default: nil
            }
        }
        return shown.isEmpty ? nil : shown.joined(separator: ", ")
    }
}
