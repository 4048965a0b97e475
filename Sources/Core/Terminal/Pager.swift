// SPDX-License-Identifier: Apache-2.0

package import Codec
import Stellar
import Synchronization

/// Shows a text page by page if it is longer than the terminal: every line stays on the screen until a key is pressed.
///
/// Input is not echoed while a pager exists. Keys typed before a page is complete are dropped, unless they stop the
/// pager.
package struct Pager: ~Copyable {
    private enum Key { case next, redrawn }

    private static let stops: [UInt8] = [0x03, 0x04, 0x1c, UInt8(ascii: "q"), UInt8(ascii: "Q")]

    private var terminal: HeldTerminal
    private var size: TerminalSize
    /// The lines shown since the last key, and the number of rows that they take.
    private var lines: [String] = []
    private var used = 0

    /// The terminal's size when it was last read.
    package var columns: Int { size.columns }
    package var rows: Int { size.rows }

    /// - Throws: `.refused` when there is no terminal.
    package init() throws(Failure) {
        terminal = try HeldTerminal(echo: false)
        size = TerminalSize(reported: terminal.size)
    }

    /// Shows more lines.
    ///
    /// - Throws: `.refused` if the reader stops, or the terminal does not accept all of it.
    package mutating func show(_ text: String) throws(Failure) {
        for line in Self.lines(of: text) { try put(line) }
    }

    /// Shows the last lines directly above a prompt, on one screen with it if they fit.
    ///
    /// - Parameters:
    ///   - text: returns the text for a number of columns and rows.
    ///   - prompts: the questions below it, each on a line of its own.
    package mutating func finish(_ prompts: [String], _ text: (_ columns: Int, _ rows: Int) -> String) throws(Failure) {
        while true {
            // The size may have changed while the terminal accepted nothing, without a page to notice it.
            let now = TerminalSize(reported: terminal.size)
            if now != size { try redraw(on: now) }
            let tail = rows(of: prompts)
            let last = Self.lines(of: text(size.columns, size.rows - tail))
            let fits = used + rows(of: last) + tail <= size.rows
            if !fits, used > 0, try pause() == .redrawn { continue }
            for line in last { try put(line, isLast: rows(of: last) + tail <= size.rows) }
            if used + tail > size.rows, try pause() == .redrawn { continue }
            if size.rows == 1, used > 0 { try terminal.show("\n") }
            return
        }
    }

    /// Shows a text above a question, page by page on the terminal; also on standard error if that is not a terminal.
    ///
    /// - Parameter prompts: the questions below it; without any, the text is only written to standard error.
    /// - Throws: `.refused` if the reader stops, or the text could not be written in full.
    package static func show(_ text: String, above prompts: [String]) throws(Failure) {
        let text = Redaction.apply(text)
        let isAsked = !prompts.isEmpty && Question.isPossible
        if !isAsked || !Console.errorIsTerminal { try Console.show(text) }
        guard isAsked else { return }
        var pager = try Pager()
        try pager.show(text + "\n")
        try pager.finish(prompts) { _, _ in "" }
    }

    private static func lines(of text: String) -> [String] {
        var lines = TerminalText.lines(of: text)
        if lines.last == "" { lines.removeLast() }
        return lines
    }

    private func rows(of lines: [String]) -> Int {
        lines.reduce(0) { $0 + TerminalText.rows(of: $1, columns: size.columns).count }
    }

    /// - Parameter isLast: whether the bottom row is already reserved for the prompt.
    private mutating func put(_ line: String, isLast: Bool = false) throws(Failure) {
        if used >= capacity, !isLast { _ = try pause() }
        lines.append(line)
        for row in TerminalText.rows(of: line, columns: size.columns) {
            if used >= capacity, !isLast {
                // The whole line has been shown again.
                if try pause() == .redrawn { return }
                lines = [line]
            }
            try terminal.show(size.rows > 1 ? row + "\n" : row)
            used += 1
        }
    }

    /// Rows of a page; the bottom one shows how to continue.
    private var capacity: Int { max(1, size.rows - 1) }

    private var status: String {
        let texts = [
            "-- more: space or Enter for the next page, q to stop --", "-- more: space; to stop: q --", "-more-", "",
        ]
        return size.rows == 1 ? "" : texts.first { $0.utf8.count < size.columns } ?? ""
    }

    /// Waits for a key; shows the page again when the terminal's size changes.
    private mutating func pause() throws(Failure) -> Key {
        if terminal.drain(Self.stops) { throw Self.stopped }
        let status = status
        try terminal.show(status)
        while true {
            let now = TerminalSize(reported: terminal.size)
            if now != size {
                try redraw(on: now)
                return .redrawn
            }
            switch terminal.input(within: TerminationSignals.interval) {
            case .byte(let byte) where Self.stops.contains(byte):
                terminal.write("\n")
                throw Self.stopped
            case .byte(UInt8(ascii: " ")), .byte(0x0a), .byte(0x0d):
                try terminal.show(
                    size.rows == 1 ? "\n" : "\r" + String(repeating: " ", count: status.utf8.count) + "\r")
                (lines, used) = ([], 0)
                return .next
            case .byte, .nothing: continue
            case .end:
                terminal.write("\n")
                throw Failure(.refused, "the review was interrupted; nothing was signed")
            }
        }
    }

    private mutating func redraw(on size: TerminalSize) throws(Failure) {
        let again = lines
        self.size = size
        (lines, used) = ([], 0)
        try terminal.show("\n")
        for line in again { try put(line) }
    }

    private static let stopped = Failure(.refused, "you stopped at the review; nothing was signed")
}

/// A command whose result is shown page by page at a terminal if it is longer than the screen.
package protocol PagedCommand {}

/// Holds the result of a command back until the command ends, to page it if it is longer than the screen.
enum PagedOutput {
    private static let held = Mutex<[UInt8]?>(nil)

    /// Starts to hold back what the command writes to standard output, if that is a terminal.
    static func begin() {
        guard Console.outputIsTerminal, HeldTerminal.isDrawable, Question.isPossible else { return }
        held.withLock { $0 = [] }
    }

    /// Whether a part of the result is held back: a note that comes after it must not be shown before it.
    static var isUnderWay: Bool { held.withLock { $0?.isEmpty == false } }

    /// Takes bytes of the result.
    ///
    /// - Returns: false if nothing is held back, so that the caller has to write them.
    static func take(_ bytes: [UInt8]) -> Bool {
        held.withLock { held in
            guard held != nil else { return false }
            held?.append(contentsOf: bytes)
            return true
        }
    }

    /// Shows what was held back.
    ///
    /// - Parameters:
    ///   - pager: shows a long text; returns false if it cannot, and then it is paged here.
    ///   - further: lines that are written below it, such as those of an error.
    static func end(_ pager: (String) -> Bool, above further: [String] = []) {
        let bytes = held.withLock { held in
            defer { held = nil }
            return held ?? []
        }
        guard !bytes.isEmpty else { return }
        let text = String(decoding: bytes, as: UTF8.self)
        if isLong(text, above: further), pager(text) || page(text, above: further) { return }
        try? Console.result(bytes)
    }

    /// Writes a text to standard error; at a terminal page by page if it is longer than the screen.
    static func show(_ text: String) {
        let isPaged = Console.errorIsTerminal && HeldTerminal.isDrawable && Question.isPossible && isLong(text)
        if isPaged, page(text) { return }
        Console.write(text)
    }

    private static func isLong(_ text: String, above further: [String] = []) -> Bool {
        let (columns, height) = Console.size ?? (0, 0)
        let lines = TerminalText.lines(of: text) + further
        let rows = lines.reduce(0) { $0 + TerminalText.rows(of: $1, columns: columns).count }
        // The shell's prompt takes the last row, and the text ends with a line feed, after which there is one more
        // line. A terminal that does not report its size is not one that a person reads.
        return height > 0 && rows > height
    }

    /// Returns false if nothing was shown.
    private static func page(_ text: String, above further: [String] = []) -> Bool {
        guard var pager = try? Pager() else { return false }
        // The reader may stop at any page, which is not an error.
        do throws(Failure) {
            try pager.show(text)
            if !further.isEmpty { try pager.finish(further) { _, _ in "" } }
        } catch {}
        return true
    }
}
