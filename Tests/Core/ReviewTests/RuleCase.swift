// SPDX-License-Identifier: Apache-2.0

import Review
import Testing

/// A rule, a scenario that triggers it at a level, and a near miss that does not.
struct RuleCase: Sendable, CustomTestStringConvertible {
    let rule: RuleID
    let level: Level
    let what: String
    let hit: @Sendable (inout Scenario) -> Void
    let miss: @Sendable (inout Scenario) -> Void

    init(
        _ rule: RuleID, _ level: Level, _ what: String, _ hit: @escaping @Sendable (inout Scenario) -> Void,
        not miss: @escaping @Sendable (inout Scenario) -> Void = { _ in }
    ) {
        self.rule = rule
        self.level = level
        self.what = what
        self.hit = hit
        self.miss = miss
    }

    var testDescription: String { "\(rule.rawValue) \(level.rawValue): \(what)" }
}
