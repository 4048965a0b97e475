// SPDX-License-Identifier: Apache-2.0

/// A sentence that ends in a tree of calls.
package struct PhraseTree: Hashable, Sendable {
    package struct Node: Hashable, Sendable {
        /// The depth below the first node, from 0.
        package let depth: Int
        package let phrase: Phrase
    }

    package let head: Phrase
    /// Parents first.
    package private(set) var nodes: [Node] = []

    package init(_ head: Phrase) { self.head = head }

    mutating func append(_ phrase: Phrase, depth: Int) { nodes.append(Node(depth: depth, phrase: phrase)) }

    /// The whole tree as one sentence.
    package var phrase: Phrase { "\(head) \(Phrase(nodes.map(\.phrase), separator: "; "))" }
}
