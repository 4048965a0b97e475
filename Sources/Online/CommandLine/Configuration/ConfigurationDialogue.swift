// SPDX-License-Identifier: Apache-2.0

package import Codec
import Terminal
import Workspace

/// Asks for the usual values and writes them to the configuration file.
package enum ConfigurationDialogue {
    private static let questions: [(key: ConfigurationKey, prompt: String)] = [
        (.network, "network: public, testnet, futurenet or local"),
        (.account, "your account, G... or M..."),
        (.homeDomain, "your anchor's home domain"),
    ]

    /// Whether the user can be offered to write a file: there is none, notes are not suppressed, and there is a terminal.
    package static var canBeOffered: Bool {
        guard let store = Settings.store, !store.exists else { return false }
        return Console.saysNotes && Console.inputIsTerminal && Console.errorIsTerminal && Question.isPossible
    }

    /// Offers to write a file if that is possible and there is none. For a program that was started without a command, never for a
    /// command.
    package static func offer() throws(Failure) {
        guard canBeOffered, let store = Settings.store else { return }
        Console.tell("There is no configuration yet. It spares you --network, --source and other options.")
        guard try Question.agree(to: "write \(TerminalText.escape(store.path))?") else {
            return Console.tell("nothing was written; coldstar-build config set does it later")
        }
        try run(store, profile: nil)
    }

    /// Asks and writes; an empty line leaves a value as it is. Nothing is written before the last answer.
    ///
    /// - Throws: `.usage` without a terminal.
    static func run(_ store: ConfigurationStore, profile: String?) throws(Failure) {
        guard Console.inputIsTerminal, Question.isPossible else {
            throw Failure(
                .usage, "Missing expected argument '<key>'",
                hint: "for example coldstar-build config set network testnet")
        }
        var answers: [(key: ConfigurationKey, text: String)] = []
        for (key, prompt) in questions {
            if let text = try ask(key, prompt) { answers.append((key, text)) }
        }
        guard !answers.isEmpty else { return Console.say("nothing was written") }
        try store.change { text throws(Failure) in
            for answer in answers { try text.set(answer.key.name, to: [answer.text], profile: profile) }
        }
        Console.say("written to \(TerminalText.escape(store.path)); coldstar-build config show --origin shows it")
    }

    private static func ask(_ key: ConfigurationKey, _ prompt: String) throws(Failure) -> String? {
        while true {
            let typed = try Question.text("\(prompt) (Enter for none): ")
            guard !typed.isEmpty else { return nil }
            do throws(Failure) {
                try key.check(typed)
                return typed
            } catch { Console.tell("  \(error.wording)") }
        }
    }
}
