// SPDX-License-Identifier: Apache-2.0

/// The parser's completion scripts, with what they lack.
enum CompletionScript {
    static func adapted(_ text: String) -> String { QuietOption.added(toScript: withColons(text)) }

    /// Bash breaks words at colons, so that the script would not find the option in front of `USDC:G`.
    private static func withColons(_ text: String) -> String {
        let start = "#!/bin/bash\n"
        guard text.hasPrefix(start) else { return text }
        return start + "\nCOMP_WORDBREAKS=${COMP_WORDBREAKS//:}\n" + text.dropFirst(start.count)
    }
}
