// SPDX-License-Identifier: Apache-2.0

/// The output of `--help`: its paragraphs reflowed, its options in sections, everything broken between words, and
/// example commands so that they can be copied.
enum HelpText {
    /// More columns than any line has: how wide the parser's text has to be.
    static let unlimited = 100_000
    /// Of what is written to a file or a pipe.
    private static let usualColumns = 80

    /// - Parameters:
    ///   - text: the parser's, as wide as it needs to be.
    ///   - columns: the terminal's; nil if there is none. Then no example is broken.
    static func laidOut(_ text: String, columns: Int?) -> String {
        let layout = TextLayout(columns: columns ?? usualColumns, colours: false, marks: false)
        var lines: [String] = []
        var paragraph = ""
        func end() {
            if !paragraph.isEmpty { lines += layout.lines(paragraph) }
            paragraph = ""
        }
        let sorted = HelpSections.sorted(QuietOption.added(toHelp: text))
        for line in sorted.split(separator: "\n", omittingEmptySubsequences: false) {
            let isProse = !line.isEmpty && line.first != " "
            if isExample(line) {
                end()
                lines += columns.map { example(String(line), columns: $0) } ?? [String(line)]
            } else if isProse, !paragraph.isEmpty, !isHeading(line) {
                paragraph += " " + line
            } else {
                end()
                if isProse { paragraph = String(line) } else { lines += layout.lines(String(line)) }
            }
        }
        end()
        return lines.joined(separator: "\n")
    }

    /// `USAGE:` and its like.
    private static func isHeading(_ line: Substring) -> Bool {
        let word = line.prefix { $0 != ":" }
        return word.count < line.count && word.allSatisfy { $0.isUppercase || $0 == " " || $0 == "," }
    }

    /// Whether a line of a discussion is a command to copy.
    private static func isExample(_ line: Substring) -> Bool {
        ["Example: ", "Examples: ", ""].contains { line.hasPrefix($0 + "coldstar-") }
    }

    /// A command, continued with a backslash where it is broken.
    private static func example(_ line: String, columns: Int) -> [String] {
        let broken = TextLayout(columns: max(1, columns - 2), colours: false, marks: false).lines(line)
        return broken.enumerated().map { $0 < broken.count - 1 ? $1 + " \\" : $1 }
    }
}
