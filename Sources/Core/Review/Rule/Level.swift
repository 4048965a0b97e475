// SPDX-License-Identifier: Apache-2.0

/// How strongly a finding stands against signing.
package enum Level: String, Hashable, Sendable, Comparable, CaseIterable {
    /// Shown.
    case info
    /// Shown, and passed with the one confirmation, which `--yes` gives, too.
    case warn
    /// Passed only by typing a shown value, once for each rule and target.
    case hold
    /// Never signed.
    case refuse

    package static func < (a: Level, b: Level) -> Bool { a.rank < b.rank }

    private var rank: Int {
        switch self {
        case .info: 0
        case .warn: 1
        case .hold: 2
        case .refuse: 3
        }
    }
}
