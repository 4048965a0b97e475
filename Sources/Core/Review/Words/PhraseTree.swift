// SPDX-License-Identifier: Apache-2.0

/// A sentence that ends in a list of calls, each with those that it makes below it.
package struct PhraseTree: Hashable, Sendable {
    package struct Node: Hashable, Sendable {
        /// How far below the first it is, from 0.
        package let depth: Int
        package let phrase: Phrase
    }

    package let head: Phrase
    /// Parents first.
    package private(set) var nodes: [Node] = []

    package init(_ head: Phrase) { self.head = head }

    mutating func append(_ phrase: Phrase, depth: Int) { nodes.append(Node(depth: depth, phrase: phrase)) }

    /// All of it as one sentence.
    package var phrase: Phrase { "\(head) \(Phrase(nodes.map(\.phrase), separator: "; "))" }
}
