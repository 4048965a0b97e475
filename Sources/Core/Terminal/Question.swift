// SPDX-License-Identifier: Apache-2.0

package import Codec
import SafeFiles

/// A question to the user at the terminal; input is echoed.
package enum Question {
    /// The maximum length of a line, in bytes.
    private static let limit = 1000

    /// The typed line, without any spaces.
    ///
    /// - Parameters:
    ///   - above: a line of less than 80 columns above the prompt, redrawn four times a second if the terminal supports it.
    ///   - resized: the text to show again above the prompt when the terminal's size changes.
    /// - Throws: `.refused` when there is no terminal, or the input ends.
    package static func ask(
        _ prompt: String, above line: (() -> String)? = nil, resized: ((_ columns: Int, _ rows: Int) -> String)? = nil
    ) throws(Failure) -> String {
        try text(prompt, above: line, resized: resized).filter { $0 != " " }
    }

    /// The typed line, without leading and trailing blanks.
    ///
    /// - Throws: `.refused` as above, `.badInput` for a line that is too long.
    package static func text(
        _ prompt: String, above line: (() -> String)? = nil, resized: ((_ columns: Int, _ rows: Int) -> String)? = nil
    ) throws(Failure) -> String {
        let terminal = open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY)
        guard terminal >= 0 else {
            throw Failure(.refused, "there is no terminal to ask on", hint: "run it at a terminal")
        }
        defer { close(terminal) }
        TransientLine.erase()
        forget(terminal)
        // Read before the prompt is shown: a user may resize the terminal as soon as it is.
        var size = HeldTerminal.size(of: terminal)
        if let line { try show("\(line())\n", terminal) }
        try show(prompt, terminal)
        var typed: [UInt8] = []
        while true {
            wait(terminal) {
                let now = HeldTerminal.size(of: terminal)
                if let resized, let now, let before = size, now != before {
                    let above = line.map { $0() + "\n" } ?? ""
                    try? show("\n\(resized(now.columns, now.rows))\n\(above)\(prompt)", terminal)
                }
                size = now
                if let line, HeldTerminal.isDrawable {
                    try? show("\u{1b}7\u{1b}[1A\r\(line())\u{1b}[K\u{1b}8", terminal)
                }
            }
            var byte: UInt8 = 0
            let count = read(terminal, &byte, 1)
            if count < 0, errno == EINTR { continue }
            guard count == 1 else { throw nothing }
            if byte == UInt8(ascii: "\n") { break }
            guard typed.count < limit else { throw Failure(.badInput, "a line can have at most \(limit) bytes") }
            if byte != UInt8(ascii: "\r") { typed.append(byte) }
        }
        let isBlank: (UInt8) -> Bool = { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
        while typed.last.map(isBlank) == true { typed.removeLast() }
        return String(decoding: typed.drop(while: isBlank), as: UTF8.self)
    }

    private static let nothing = Failure(.refused, "nothing was entered")

    private static func show(_ text: String, _ terminal: Int32) throws(Failure) {
        do { try SafeFiles.writeAll(descriptor: terminal, bytes: Array(text.utf8)) } catch {
            throw Failure(.refused, "the question could not be shown: \(error.message)")
        }
    }

    /// Discards input typed before the question.
    private static func forget(_ terminal: Int32) {
        var settings = termios()
        if tcgetattr(terminal, &settings) == 0 { tcsetattr(terminal, TCSAFLUSH, &settings) }
    }

    /// Calls `tick` four times a second until something can be read.
    private static func wait(_ terminal: Int32, _ tick: () -> Void) {
        var awaited = pollfd(fd: terminal, events: Int16(POLLIN), revents: 0)
        while poll(&awaited, 1, 250) == 0 { tick() }
    }

    /// Whether there is a terminal to ask on.
    package static var isPossible: Bool {
        let terminal = open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY)
        guard terminal >= 0 else { return false }
        close(terminal)
        return true
    }
}
