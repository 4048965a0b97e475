// SPDX-License-Identifier: Apache-2.0

import Review
import Stellar

/// Something about a request that a person should know before signing. docs/REVIEW.md lists all rules.
public struct ReviewFinding: Hashable, Sendable {
    public enum Level: Int, Hashable, Sendable, Comparable {
        case info, warning
        /// Signed only after a person has typed a value.
        case hold
        /// Never signed.
        case refusal

        public static func < (a: Level, b: Level) -> Bool { a.rawValue < b.rawValue }
    }

    /// The rule's id, such as `W-NEWDEST`.
    public let rule: String
    public let level: Level
    /// The operation concerned, from 0; nil for the whole request.
    public let operation: Int?
    public let message: String

    init(_ finding: Finding) {
        rule = finding.rule.rawValue
        level =
            switch finding.level {
            case .info: .info
            case .warn: .warning
            case .hold: .hold
            case .refuse: .refusal
            }
        operation = finding.operation
        message = Redaction.apply(finding.message)
    }
}
