// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

/// A command line that a shell wants to complete.
package struct CompletionLine {
    private let words: [String]

    /// - Parameter words: all words, the program's name first.
    package init(_ words: [String]) { self.words = words }

    /// The value of an option, given as the next word or after an equals sign.
    package func value(of names: [String]) -> String? {
        for (place, word) in words.enumerated() {
            if names.contains(word), place + 1 < words.count {
                // Bash makes the equals sign a word of its own.
                let value = words[place + 1]
                return value == "=" ? place + 2 < words.count ? words[place + 2] : nil : value
            }
            for name in names where word.hasPrefix(name + "=") { return String(word.dropFirst(name.count + 1)) }
        }
        return nil
    }

    /// The home folder that the line or the environment names.
    package var home: HomeOptions {
        var home = HomeOptions()
        home.home = value(of: ["--home"])
        return home
    }

    /// The candidates in the form that the requesting shell expects.
    package func offer(_ candidates: [String]) -> [String] {
        switch CompletionShell.requesting {
        case .some(.zsh):
            // In zsh, the text after a colon is a description.
            candidates.map { $0.replacing(":", with: "\\:") }
        default: candidates
        }
    }
}
