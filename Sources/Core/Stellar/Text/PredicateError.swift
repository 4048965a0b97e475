// SPDX-License-Identifier: Apache-2.0

import TextCodec

/// Why a string is not a valid claim condition.
package enum PredicateError: Error, Hashable {
    /// `offset` counts bytes of the text.
    case expected(String, offset: Int)
    case badTime(String)
    case badSpan(String)
    /// More levels than the network allows.
    case tooDeep(limit: Int)

    package var message: String {
        switch self {
        case .expected(let what, let offset): "not a condition: expected \(what) at character \(offset + 1)"
        case .badTime(let text):
            "not a time: \(TerminalText.escape(text)); write 2027-01-01T00:00:00Z or unix seconds"
        case .badSpan(let text): "not a duration: \(TerminalText.escape(text)); write 90s, 30m, 24h or 7d"
        case .tooDeep(let limit): "a condition has at most \(limit) levels"
        }
    }
}
