// SPDX-License-Identifier: Apache-2.0

package import SodiumKit
package import Vault

/// A test whether the words of a new key were written down: some of them are to be typed again.
///
/// The front end shows all words, asks for those at `positions`, and passes what was typed to `isRight`; after a wrong word it shows them
/// again, `attempts` times at most.
package struct WordQuiz: Hashable, Sendable {
    /// How often the words are shown.
    package static let attempts = 3
    private static let questions = 3

    /// The words to ask for, from 1, in ascending order.
    package let positions: [Int]

    package init(about words: borrowing SecretBytes) {
        var generator = SystemRandomNumberGenerator()
        self.init(about: words, using: &generator)
    }

    init(about words: borrowing SecretBytes, using generator: inout some RandomNumberGenerator) {
        let count = words.withBytes { $0.count { $0 == UInt8(ascii: " ") } } + 1
        positions = Array(1...count).shuffled(using: &generator).prefix(Self.questions).sorted()
    }

    /// Whether the word at a position was typed, exactly.
    package static func isRight(
        _ typed: borrowing SecretBytes, at position: Int, of words: borrowing SecretBytes
    ) -> Bool {
        words.withBytes { words in
            typed.withBytes { typed in
                words.split(separator: UInt8(ascii: " "))[position - 1].elementsEqual(typed)
            }
        }
    }

    /// Shown above the words.
    package static let warning =
        "Write these words down in this order. They are shown once; anyone who has them controls the account."
    package static let wrong = "that is another word; look again"

    /// Reports that the last attempt has failed too.
    package static func unconfirmed(_ key: KeyName) -> String {
        "The key is kept, but the words on paper were not confirmed. coldstar-sign key drill \(key.text) asks for all"
    }

    /// What to do when the words were not confirmed, since the user has ended the test.
    package static func hint(for key: KeyInfo) -> String {
        let name = key.name.text
        return key.kind == .mnemonic
            ? "coldstar-sign key export \(name) shows the words again; key drill \(name) checks the paper"
            : "its words cannot be shown again: if they are not on paper (check with coldstar-sign key drill \(name)), create another key"
    }
}
