// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

/// The parser's completion scripts, with Coldstar's additions.
enum CompletionScript {
    static func adapted(_ text: String) -> String {
        QuietOption.added(toScript: withEqualsSigns(inZsh: withEqualsSigns(inBash: withColons(text))))
    }

    /// Bash splits `--key=name` into three words, none of which the script would complete.
    private static func withEqualsSigns(inBash text: String) -> String {
        let taken = "    local -r cur=\"${2}\"\n    local -r prev=\"${3}\"\n"
        guard text.hasPrefix("#!/bin/bash\n"), let place = text.firstRange(of: taken) else { return text }
        let joined = #"""
                # Bash makes three words of --key=name: they are an option and its value again.
                local -a joined=()
                local -i place
                local -i cursor="${COMP_CWORD}"
                for ((place = 0; place < ${#COMP_WORDS[@]}; place++)); do
                    if [[ "${COMP_WORDS[place]}" != '=' || "${COMP_WORDS[place - 1]}" != --* ]]; then
                        joined+=("${COMP_WORDS[place]}")
                    elif [[ "${place}" -eq "${COMP_CWORD}" ]]; then
                        joined+=('')
                    elif [[ "${place}" -lt "${COMP_CWORD}" ]]; then
                        cursor=$((cursor - 1))
                    fi
                done
                COMP_WORDS=("${joined[@]}")
                COMP_CWORD="${cursor}"
                local -r cur="${2#=}"
                local -r prev="${COMP_WORDS[COMP_CWORD - 1]}"

            """#
        return String(text[..<place.lowerBound]) + joined + String(text[place.upperBound...])
    }

    /// `--key=[...]:key:...` also takes its value after an equals sign, `--key[...]:key:...` only as the next word.
    private static func withEqualsSigns(inZsh text: String) -> String {
        guard text.hasPrefix("#compdef ") else { return text }
        return text.split(separator: "\n", omittingEmptySubsequences: false).map { line -> String in
            guard line.hasPrefix("        '"), line.contains("]:"), let bracket = line.firstIndex(of: "[") else {
                return String(line)
            }
            let names = line[..<bracket]
            if names.hasPrefix("        '--") || names.hasPrefix("        '*--") {
                return "\(names)=\(line[bracket...])"
            }
            guard names.hasSuffix("}'") else { return String(line) }
            return "\(names.dropLast(2))=}'\(line[bracket...])"
        }.joined(separator: "\n")
    }

    /// Bash splits words at colons, so that the script would not find the option in front of `USDC:G`.
    private static func withColons(_ text: String) -> String {
        let start = "#!/bin/bash\n"
        guard text.hasPrefix(start) else { return text }
        return start + "\nCOMP_WORDBREAKS=${COMP_WORDBREAKS//:}\n" + text.dropFirst(start.count)
    }
}

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
