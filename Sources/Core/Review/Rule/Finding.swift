// SPDX-License-Identifier: Apache-2.0

import Stellar

/// What one rule reports about one place.
package struct Finding: Hashable, Sendable {
    package let rule: RuleID
    package let level: Level
    /// Index of the operation, from 0; nil for a finding about the whole.
    package let operation: Int?
    package let phrase: Phrase
    /// The target, if `phrase` leaves it to the operation's line; for display without that line.
    package let target: Phrase?
    /// The sentence as a head and a tree below it, if it has one; `phrase` contains both.
    package let tree: PhraseTree?
    /// Only with `.hold`: its target, and what must be typed.
    package let hold: Hold?

    /// One line of printable ASCII.
    package var message: String { phrase.plain }
    /// The sentence for display without the operation's line.
    var standalone: Phrase { target.map { "\($0): \(phrase)" } ?? phrase }
    /// What the user types to pass a hold.
    package var challengeValue: String? { hold?.value }
}

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

    /// As pages show it.
    package var word: String {
        switch self {
        case .info: "info"
        case .warn: "WARN"
        case .hold: "HOLD"
        case .refuse: "REFUSE"
        }
    }

    private var rank: Int {
        switch self {
        case .info: 0
        case .warn: 1
        case .hold: 2
        case .refuse: 3
        }
    }
}

/// Collects the findings of the rules. The code that runs a rule sets `rule` and `operation`.
package struct Findings {
    package private(set) var list: [Finding] = []
    var rule: RuleID
    var operation: Int?

    init(rule: RuleID = .malformed, operation: Int? = nil) {
        self.rule = rule
        self.operation = operation
    }

    mutating func info(_ phrase: Phrase) { add(.info, phrase) }
    /// - Parameter target: the target, if the phrase leaves it to the operation's line.
    mutating func warn(_ phrase: Phrase, target: Phrase? = nil) { add(.warn, phrase, target: target) }
    mutating func refuse(_ phrase: Phrase) { add(.refuse, phrase) }

    /// Adds a hold about an address, passed by typing its last six characters.
    mutating func hold(_ phrase: Phrase, about target: StrKey) {
        add(.hold, phrase, Hold(rule: rule, target: target), target: phrase.hasAddress ? nil : "\(target)")
    }

    /// Adds a hold about an address, with a sentence that ends in a tree.
    mutating func hold(_ tree: PhraseTree, about target: StrKey) {
        add(.hold, tree.phrase, Hold(rule: rule, target: target), tree)
    }

    /// Adds a hold passed by typing a short value in full: digits or one of our words.
    mutating func hold(_ phrase: Phrase, typing value: String) {
        add(.hold, phrase, Hold(rule: rule, value: value))
    }

    /// Adds a hold about one of several targets that may share a value, such as accounts; each must be passed
    /// separately.
    mutating func hold(_ phrase: Phrase, typing value: String, about target: String) {
        add(.hold, phrase, Hold(rule: rule, value: value, target: target))
    }

    /// Adds a hold about a sequence number; in a batch it is passed together with others of the account.
    mutating func hold(_ phrase: Phrase, typing value: String, about number: HeldNumber) {
        add(.hold, phrase, Hold(rule: rule, value: value, number: number))
    }

    /// Adds a hold created elsewhere.
    mutating func hold(_ phrase: Phrase, _ hold: Hold) { add(.hold, phrase, hold) }

    private mutating func add(
        _ level: Level, _ phrase: Phrase, _ hold: Hold? = nil, _ tree: PhraseTree? = nil, target: Phrase? = nil
    ) {
        list.append(
            Finding(
                rule: rule, level: level, operation: operation, phrase: phrase, target: target, tree: tree, hold: hold))
    }
}
