// SPDX-License-Identifier: Apache-2.0

import CLISupport
import SodiumKit
import Vault

/// New words on a screen of their own, which is cleared behind them, and the question whether they were written down.
enum WordQuiz {
    private static let questions = 3
    private static let attempts = 3
    // The other screen of the terminal, which keeps nothing when it is left; cleared all the same.
    private static let enter = "\u{1b}[?1049h\u{1b}[2J\u{1b}[H"
    private static let leave = "\u{1b}[2J\u{1b}[3J\u{1b}[H\u{1b}[?1049l"

    static func show(_ text: borrowing SecretBytes, _ name: KeyName) throws(Failure) {
        for _ in 0..<attempts {
            Console.write(enter)
            do {
                try WordPage.show(text)
                _ = try Question.ask("when they are on paper, press Enter: ")
            } catch {
                Console.write(leave)
                throw error
            }
            Console.write(leave)
            if try isKnown(text) { return }
            Console.say("that is another word; look again")
        }
        Console.say(
            "The key is kept, but nobody knows whether the words on paper are right. coldstar-sign key drill \(name.text) asks for all"
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
