// SPDX-License-Identifier: Apache-2.0

/// `--quiet`, an option of every command: suppresses notes; results, reviews, errors, warnings and questions stay.
///
/// It is removed from the arguments before they are parsed, and added to the parser's help and completion scripts.
enum QuietOption {
    static let name = "--quiet"
    private static let abstract = "Leave out notes; errors, warnings and questions stay."

    /// Whether the option is given, before any `--`.
    static func isIn(_ arguments: [String]) -> Bool { arguments.prefix { $0 != "--" }.contains(name) }

    static func removed(from arguments: [String]) -> [String] {
        let end = arguments.firstIndex(of: "--") ?? arguments.endIndex
        return arguments[..<end].filter { $0 != name } + arguments[end...]
    }

    /// A help text with the option before `--version`.
    static func added(toHelp text: String) -> String {
        let version = "  --version  "
        guard let place = text.firstRange(of: version) else { return text }
        let width = 26
        let line = "  \(name)" + String(repeating: " ", count: width - 2 - name.utf8.count) + abstract + "\n"
        return String(text[..<place.lowerBound]) + line + String(text[place.lowerBound...])
    }

    /// A completion script for bash, zsh or fish in which each command takes the option.
    static func added(toScript text: String) -> String {
        // Searches bytes, and edits only matching lines: scripts are long.
        let lines = Array(text.utf8).split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        let word = Array("version".utf8)
        return lines.map { bytes -> String in
            let line = String(decoding: bytes, as: UTF8.self)
            let isAbout = bytes.indices.contains { bytes[$0] == word[0] && bytes[$0...].starts(with: word) }
            guard isAbout else { return line }
            let end = " version' -l 'version' -d 'Show the version.'"
            if let place = line.firstRange(of: end) {
                let start = String(line[..<place.lowerBound])
                return "\(start) quiet' -l 'quiet' -d '\(abstract)'\n\(line)"
            }
            return
                line
                .replacing("--version -h --help)", with: "\(name) --version -h --help)")
                .replacing(
                    "'--version[Show the version.]'", with: "'\(name)[\(abstract)]' '--version[Show the version.]'"
                )
                .replacing(" 'version' 'h/help'", with: " 'quiet' 'version' 'h/help'")
        }.joined(separator: "\n")
    }
}
