// SPDX-License-Identifier: Apache-2.0

package import Codec
package import Crypto
import SafeFiles

/// Shows a secret on a separate screen that is cleared afterwards, however the program ends. Words are numbered, and
/// split into as many pages as the terminal needs. Nothing is copied outside guarded memory.
package enum SecretScreen {
    // The terminal's alternate screen, which keeps nothing after it is left; it is cleared nevertheless.
    private static let enter = "\u{1b}[?1049h\u{1b}[2J\u{1b}[H"
    private static let next = "\u{1b}[2J\u{1b}[3J\u{1b}[H"
    private static let leave = "\n\u{1b}[2J\u{1b}[3J\u{1b}[H\u{1b}[?1049l"
    private static let more = "for the next words, press Enter: "

    /// - Parameters:
    ///   - heading: the text above the secret on each page.
    ///   - prompt: asks for Enter, which clears the screen.
    /// - Throws: `.refused` when the screen was ended by something other than Enter.
    package static func show(
        _ heading: String, _ text: borrowing SecretBytes, prompt: String
    ) throws(Failure) {
        let canClear = HeldTerminal.isDrawable
        defer {
            if !canClear {
                Console.diagnostic("this terminal is not cleared by the program: clear it, and what it keeps, by hand")
            }
        }
        var terminal = try HeldTerminal(echo: false, opening: canClear ? enter : "", closing: canClear ? leave : "\n")
        let size = terminal.size ?? (TerminalSize.usual.columns, TerminalSize.usual.rows)
        let heading = wrapped(heading, to: size.columns)
        // The words are surrounded by two empty lines and the prompt.
        let rows = size.rows - heading.count - 2 - max(prompt, more).utf8.count / size.columns - 1
        let columns = NumberedWords.columns(within: size.columns)
        let count = NumberedWords.count(in: text)
        for page in NumberedWords.pages(of: count, columns: columns, rows: rows) {
            if page.lowerBound > 0, canClear { terminal.write(next) }
            terminal.write(heading.joined(separator: "\n") + "\n\n")
            NumberedWords.write(text, page, columns: columns) { terminal.write($0) }
            terminal.write("\n" + (page.upperBound < count ? more : prompt))
            try terminal.waitForEnter()
        }
    }

    /// Prints a secret's words to standard error, for a user without a terminal to show them on.
    ///
    /// - Parameter heading: printed above the words.
    /// - Throws: `.cannotCreate` if they could not be written in full.
    package static func print(_ heading: String, _ text: borrowing SecretBytes) throws(Failure) {
        Console.diagnostic(Wording(heading))
        Console.diagnostic("")
        do throws(FileError) {
            try NumberedWords.write(
                text, 0..<NumberedWords.count(in: text), columns: NumberedWords.columns()
            ) { (bytes) throws(FileError) in try SafeFiles.writeAll(descriptor: STDERR_FILENO, bytes: bytes) }
        } catch {
            throw Failure(.cannotCreate, "the words cannot be shown: \(error.message)")
        }
        Console.diagnostic("")
    }

    private static func wrapped(_ text: String, to columns: Int) -> [String] {
        var lines: [String] = []
        for word in text.split(separator: " ") {
            if let last = lines.last, last.utf8.count + 1 + word.utf8.count <= columns {
                lines[lines.count - 1] += " " + word
            } else {
                lines.append(String(word))
            }
        }
        return lines
    }
}

/// Columns and rows of a terminal.
struct TerminalSize: Hashable {
    let columns: Int
    let rows: Int

    /// Of a terminal that says nothing about its size.
    static let usual = TerminalSize(columns: 80, rows: 24)

    private init(columns: Int, rows: Int) {
        self.columns = columns
        self.rows = rows
    }

    /// The size that the terminal reports; else that of `COLUMNS` and `LINES`; else 80 by 24.
    ///
    /// - Parameter reported: 0 stands for unknown.
    init(reported: (columns: Int, rows: Int)?) {
        columns = Self.known(reported?.columns) ?? Self.setting("COLUMNS") ?? Self.usual.columns
        rows = Self.known(reported?.rows) ?? Self.setting("LINES") ?? Self.usual.rows
    }

    private static func setting(_ name: String) -> Int? { known(Environment[name].flatMap { Int($0) }) }

    private static func known(_ number: Int?) -> Int? { number.flatMap { (1...65535).contains($0) ? $0 : nil } }
}
