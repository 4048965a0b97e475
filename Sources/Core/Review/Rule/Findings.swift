// SPDX-License-Identifier: Apache-2.0

import Stellar

/// Takes in what the rules find; which rule speaks, and about which operation, is set by who runs it.
package struct Findings {
    package private(set) var list: [Finding] = []
    var rule: RuleID
    var operation: Int?

    init(rule: RuleID = .malformed, operation: Int? = nil) {
        self.rule = rule
        self.operation = operation
    }

    mutating func info(_ phrase: Phrase) { add(.info, phrase) }
    /// - Parameter target: whom it is about, where the phrase leaves that to the operation's own line.
    mutating func warn(_ phrase: Phrase, target: Phrase? = nil) { add(.warn, phrase, target: target) }
    mutating func refuse(_ phrase: Phrase) { add(.refuse, phrase) }

    /// A hold about an address: its last six characters are typed.
    mutating func hold(_ phrase: Phrase, about target: StrKey) {
        add(.hold, phrase, Hold(rule: rule, target: target), target: phrase.hasAddress ? nil : "\(target)")
    }

    /// The same with a sentence that ends in a tree.
    mutating func hold(_ tree: PhraseTree, about target: StrKey) {
        add(.hold, tree.phrase, Hold(rule: rule, target: target), tree)
    }

    /// A hold about something short that is typed whole: digits or a word of ours.
    mutating func hold(_ phrase: Phrase, typing value: String) {
        add(.hold, phrase, Hold(rule: rule, value: value))
    }

    /// The same about one of several things for which the same is typed, say an account; each of them is typed for.
    mutating func hold(_ phrase: Phrase, typing value: String, about target: String) {
        add(.hold, phrase, Hold(rule: rule, value: value, target: target))
    }

    /// A hold about a sequence number: in a batch it is passed together with others of the account.
    mutating func hold(_ phrase: Phrase, typing value: String, about number: HeldNumber) {
        add(.hold, phrase, Hold(rule: rule, value: value, number: number))
    }

    /// A hold that is made elsewhere.
    mutating func hold(_ phrase: Phrase, _ hold: Hold) { add(.hold, phrase, hold) }

    private mutating func add(
        _ level: Level, _ phrase: Phrase, _ hold: Hold? = nil, _ tree: PhraseTree? = nil, target: Phrase? = nil
    ) {
        list.append(
            Finding(
                rule: rule, level: level, operation: operation, phrase: phrase, target: target, tree: tree, hold: hold))
    }
}
