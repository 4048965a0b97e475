// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Terminal

/// The help of commands: laid out, with what is needed every day first.
struct HelpTextTests {
    private static let names = [
        "--min-time <min-time>", "--amount <amount>", "--network <network>", "--pin-fd <pin-fd>", "--home <home>",
        "--format <format>", "--fee <fee>", "--asset, --token <asset>", "--qr", "--source <source>", "-h, --help",
        "--horizon-url, --horizon <horizon-url>", "--own-one/--no-own-one",
    ]

    /// The parser's text for a command with these options.
    private static func help(_ options: [String]) -> String {
        let lines = options.map { "  \($0)\n                          What it does." }
        return "OVERVIEW: Pay.\n\nUSAGE: pay\n\nOPTIONS:\n" + lines.joined(separator: "\n") + "\n"
    }

    private static func options(_ text: String) -> [String] {
        text.split(separator: "\n").filter { $0.hasPrefix("  -") || $0.hasSuffix(":") }.map { line in
            guard line.hasPrefix("  -") else { return String(line) }
            return String(line.dropFirst(2).prefix { !", </".contains($0) })
        }
    }

    @Test func `many options stand in sections, the command's own and the everyday ones first`() {
        let sorted = Self.options(HelpSections.sorted(Self.help(Self.names)))
        #expect(
            sorted == [
                "OPTIONS:", "--amount", "--asset", "--own-one", "--network", "--source", "WHEN IT IS VALID:",
                "--min-time", "FEE, NUMBER AND PLACE:", "--fee", "PIN:", "--pin-fd", "FORM OF THE RESULT:", "--format",
                "QR CODES:", "--qr", "NETWORK AND SERVERS:", "--horizon-url", "THIS PROGRAM:", "--home", "-h",
            ])
    }

    @Test func `no option and no description is lost`() {
        let text = Self.help(Self.names)
        let sorted = HelpSections.sorted(text)
        let descriptions = { (text: String) in text.split(separator: "\n").count { $0.hasSuffix("What it does.") } }
        #expect(descriptions(sorted) == Self.names.count && descriptions(text) == Self.names.count)
        #expect(Self.names.allSatisfy { sorted.contains("  \($0)\n") })
    }

    @Test(arguments: ["", "OVERVIEW: Nothing.\n", "OPTIONS:\n"])
    func `a text without options stays`(text: String) {
        #expect(HelpSections.sorted(text) == text)
    }

    @Test func `few options stay as they are`() {
        let text = Self.help(Array(Self.names.prefix(12)))
        #expect(HelpSections.sorted(text) == text)
    }

    @Test func `commands stand before the options of the program`() {
        let text = """
            OVERVIEW: Sign.

            OPTIONS:
              -h, --help              Show help information.

            EVERY DAY SUBCOMMANDS:
              sign                    Sign it.

              See 'sign help <subcommand>' for detailed help.
            """
        let sorted = HelpSections.sorted(text)
        let (command, option) = (sorted.firstRange(of: "  sign "), sorted.firstRange(of: "OPTIONS:"))
        #expect(command.flatMap { command in option.map { command.lowerBound < $0.lowerBound } } == true)
        #expect(sorted.hasSuffix("  See 'sign help <subcommand>' for detailed help."))
        #expect(sorted.split(separator: "\n").count == text.split(separator: "\n").count)
    }

    @Test func `prose is reflowed, and an example stays on one line where it is not shown`() {
        let example = "Example: coldstar-build payment " + String(repeating: "--option value ", count: 12)
        let text = "OVERVIEW: One\ntwo.\n\n\(example)\n"
        #expect(HelpText.laidOut(text, columns: nil).hasPrefix("OVERVIEW: One two.\n\n\(example)"))
        let narrow = HelpText.laidOut(text, columns: 40).split(separator: "\n").map(String.init)
        #expect(narrow.allSatisfy { $0.count <= 40 })
        #expect(narrow.dropFirst().dropLast().allSatisfy { $0.hasSuffix(" \\") })
    }
}
