// SPDX-License-Identifier: Apache-2.0

import Faults
import Shell
import SodiumKit

/// Shows a secret on a separate screen that is cleared afterwards, however the program ends. Words are numbered, and split into as many
/// pages as the terminal needs. Nothing is copied outside guarded memory.
enum SecretScreen {
    // The terminal's alternate screen, which keeps nothing after it is left; it is cleared nevertheless.
    private static let enter = "\u{1b}[?1049h\u{1b}[2J\u{1b}[H"
    private static let next = "\u{1b}[2J\u{1b}[3J\u{1b}[H"
    private static let leave = "\n\u{1b}[2J\u{1b}[3J\u{1b}[H\u{1b}[?1049l"
    /// A number, a dot, the longest word of BIP-39's English list, and the space after it.
    private static let width = 14
    private static let mostColumns = 4
    private static let more = "for the next words, press Enter: "

    /// - Parameters:
    ///   - heading: the text above the secret on each page.
    ///   - prompt: asks for Enter, which clears the screen.
    /// - Throws: `.refused` when the screen was ended by something other than Enter.
    static func show(_ heading: String, _ text: borrowing SecretBytes, prompt: String) throws(Failure) {
        let canClear = HeldTerminal.isDrawable
        defer {
            if !canClear {
                Console.tell("this terminal is not cleared by the program: clear it, and what it keeps, by hand")
            }
        }
        var terminal = try HeldTerminal(echo: false, opening: canClear ? enter : "", closing: canClear ? leave : "\n")
        let size = terminal.size ?? (columns: 80, rows: 24)
        let heading = wrapped(heading, to: size.columns)
        // The words are surrounded by two empty lines and the prompt.
        let rows = max(1, size.rows - heading.count - 2 - max(prompt, more).utf8.count / size.columns - 1)
        let columns = max(1, min(mostColumns, (size.columns + 2) / width))
        let count = text.withBytes { $0.count { $0 == UInt8(ascii: " ") } } + 1
        var first = 0
        while first < count {
            let end = min(first + rows * columns, count)
            if first > 0, canClear { terminal.write(next) }
            terminal.write(heading.joined(separator: "\n") + "\n\n")
            write(text, first..<end, of: count, columns: columns, to: terminal)
            terminal.write("\n" + (end < count ? more : prompt))
            try terminal.waitForEnter()
            first = end
        }
    }

    /// Writes the words in a range of numbers, from 0, in rows.
    private static func write(
        _ text: borrowing SecretBytes, _ wanted: Range<Int>, of count: Int, columns: Int,
        to terminal: borrowing HeldTerminal
    ) {
        text.withBytes { text in
            var (start, number) = (0, 0)
            while start <= text.count, number < wanted.upperBound {
                let end = text[start...].firstIndex(of: UInt8(ascii: " ")) ?? text.count
                if wanted.contains(number) {
                    if count > 1 { terminal.write("\(number < 9 ? " " : "")\(number + 1). ") }
                    terminal.write(UnsafeRawBufferPointer(rebasing: text[start..<end]))
                    let isLast = number + 1 == wanted.upperBound || (number - wanted.lowerBound + 1) % columns == 0
                    terminal.write(isLast ? "\n" : String(repeating: " ", count: max(1, width - 4 - (end - start))))
                }
                (start, number) = (end + 1, number + 1)
            }
        }
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
