// SPDX-License-Identifier: Apache-2.0

import Faults
import Shell
import SodiumKit
import Vault

/// Shows a new mnemonic on a separate screen, then asks for some of its words to check that they were written down.
enum WordQuiz {
    private static let questions = 3
    private static let attempts = 3

    static func show(_ text: borrowing SecretBytes, _ name: KeyName) throws(Failure) {
        for _ in 0..<attempts {
            try SecretScreen.show(WordPage.warning, text, prompt: "when they are on paper, press Enter: ")
            if try isKnown(text) { return }
            Console.tell("that is another word; look again")
        }
        Console.tell(
            "The key is kept, but the words on paper were not confirmed. coldstar-sign key drill \(name.text) asks for all"
        )
    }

    private static func isKnown(_ text: borrowing SecretBytes) throws(Failure) -> Bool {
        let count = text.withBytes { $0.count { $0 == UInt8(ascii: " ") } } + 1
        for position in Array(0..<count).shuffled().prefix(questions).sorted() {
            let typed = try SecretLine.ask("word \(position + 1): ")
            let isRight = text.withBytes { text in
                typed.withBytes { typed in
                    text.split(separator: UInt8(ascii: " "))[position].elementsEqual(typed)
                }
            }
            guard isRight else { return false }
        }
        return true
    }
}
