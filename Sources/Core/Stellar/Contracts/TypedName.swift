// SPDX-License-Identifier: Apache-2.0

import Codec

/// A name that a user typed, as an error shows it, and the names that may be meant.
enum TypedName {
    /// No name in a call is longer, and what is longer may be a misplaced secret.
    private static let longest = 34

    static func isShown(_ name: String) -> Bool { name.utf8.count <= longest }

    static func shown(_ name: String) -> String {
        isShown(name)
            ? "\"\(TerminalText.escape(name))\"" : "(\(name.utf8.count) bytes, not repeated here)"
    }

    /// The closest known names, or else the first of them.
    static func hint(_ typed: String, _ what: String, _ known: [[UInt8]]) -> Wording? {
        if known.isEmpty { return "there are no \(what)" }
        let close = closest(to: typed, known.map { String(decoding: $0, as: UTF8.self) })
        if !close.isEmpty { return "closest: \(close.map { ForeignName($0).text }.joined(separator: ", "))" }
        let shown = known.prefix(12).map { ForeignName($0).text }.joined(separator: ", ")
        return "\(what): \(shown)" + (known.count > 12 ? ", and \(known.count - 12) more" : "")
    }

    private static func closest(to typed: String, _ known: [String]) -> [String] {
        guard (1...longest).contains(typed.utf8.count) else { return [] }
        let limit = max(2, typed.utf8.count / 3)
        return known.map { (name: $0, distance: EditDistance.typed(typed, $0)) }
            .filter { $0.distance <= min(limit, $0.name.utf8.count - 1) || $0.name.hasPrefix(typed) }
            .sorted { $0.distance < $1.distance }.prefix(3).map(\.name)
    }
}
