// SPDX-License-Identifier: Apache-2.0

package import Codec
package import Crypto

/// A terminal that asks for secrets. Input is not echoed while the value exists, at a prompt or between two of them.
///
/// Input typed before a prompt is dropped, except that Ctrl-C and Ctrl-\\ cancel. At a prompt, Backspace and Ctrl-U
/// work; Ctrl-C, Ctrl-\\ and Ctrl-D at the start cancel. Termination signals stay blocked until echo is on again.
package struct SecretPrompt: ~Copyable {
    private static let stops: [UInt8] = [0x03, 0x1c]

    private var terminal: HeldTerminal

    /// - Throws: `.refused` when there is no terminal.
    package init() throws(Failure) {
        guard Question.isPossible else {
            throw Failure(
                .refused, "cannot ask for a secret: not a terminal",
                hint: "hand it over with --pin-fd or --secret-fd")
        }
        terminal = try HeldTerminal(echo: false)
    }

    /// The typed line.
    ///
    /// - Throws: `.refused` if the user or a signal ends the wait.
    package mutating func ask(_ prompt: String) throws(Failure) -> SecretBytes {
        if terminal.drain(Self.stops) { throw SecretLine.nothing }
        TransientLine.erase()
        terminal.write(TextLayout.question(prompt, columns: columns))
        let line: SecretBytes
        do throws(Failure) { line = try SecretLine.typed(on: &terminal) } catch {
            terminal.write("\n")
            throw error
        }
        terminal.write("\n")
        return line
    }

    /// Waits, showing a countdown in seconds.
    ///
    /// - Parameter reason: shown before the seconds, on a line of its own where both do not fit on one.
    /// - Throws: `.refused` if the user or a signal ends the wait.
    package mutating func wait(_ seconds: UInt64, _ reason: String) throws(Failure) {
        TransientLine.erase()
        let end = ContinuousClock.now + .seconds(seconds)
        var label = reason + ": "
        // Only a line that fits can be redrawn.
        if label.utf8.count + "wait \(seconds) s".utf8.count >= columns {
            say(reason)
            label = ""
        }
        var shown = ""
        while true {
            let left = UInt64(clamping: (end - ContinuousClock.now + .milliseconds(999)).components.seconds)
            if left == 0 { break }
            let text = "\(label)wait \(left) s"
            if text != shown {
                terminal.write("\r" + text + String(repeating: " ", count: max(0, shown.utf8.count - text.utf8.count)))
                shown = text
            }
            switch terminal.input(within: TerminationSignals.interval) {
            case .byte(let byte) where Self.stops.contains(byte) || byte == 0x04:
                terminal.write("\n")
                throw Failure(.refused, "interrupted during the wait")
            case .byte, .nothing: continue
            case .end:
                terminal.write("\n")
                throw Failure(.refused, "interrupted during the wait")
            }
        }
        terminal.write("\n")
    }

    /// Shows a line, which the caller has escaped.
    package borrowing func say(_ line: String) {
        TransientLine.erase()
        terminal.write(TextLayout.question(line, columns: columns) + "\n")
    }

    private var columns: Int { TerminalSize(reported: terminal.size).columns }
}

/// A screen of its own on which a secret is typed key by key. It is cleared afterwards, however the program ends, and
/// nothing is copied outside guarded memory.
package enum SecretForm {
    /// What keys of several bytes are passed on as.
    package struct Arrows: Sendable {
        let up: UInt8
        let down: UInt8

        package init(up: UInt8, down: UInt8) { (self.up, self.down) = (up, down) }
    }

    package enum Step {
        /// Draw everything within these columns and rows.
        case draw(columns: Int, rows: Int, put: (UnsafeRawBufferPointer) -> Void)
        case press(UInt8)
    }

    private static let enter = "\u{1b}[?1049h\u{1b}[2J\u{1b}[H"
    private static let leave = "\u{1b}[2J\u{1b}[3J\u{1b}[H\u{1b}[?1049l"

    /// Whether there is a terminal that can show it.
    package static var isPossible: Bool { HeldTerminal.isDrawable && Question.isPossible }

    /// Runs until `step` returns true for a key.
    ///
    /// - Throws: `.refused` if the user or a signal ends it, and what `step` throws.
    package static func run(_ arrows: Arrows, _ step: (Step) throws(Failure) -> Bool) throws(Failure) {
        var terminal = try HeldTerminal(echo: false, opening: enter, closing: leave)
        var size = try draw(&terminal, step)
        while true {
            switch terminal.input(within: TerminationSignals.interval) {
            case .byte(0x03), .byte(0x04), .byte(0x1c), .end: throw SecretLine.nothing
            case .byte(let byte):
                guard let key = key(byte, arrows, &terminal) else { continue }
                if try step(.press(key)) { return }
                // All that was pasted is taken before the next drawing.
                if !terminal.isReady(within: 0) { size = try draw(&terminal, step) }
            case .nothing:
                if TerminalSize(reported: terminal.size) != size { size = try draw(&terminal, step) }
            }
        }
    }

    private static func draw(
        _ terminal: inout HeldTerminal, _ step: (Step) throws(Failure) -> Bool
    ) throws(Failure) -> TerminalSize {
        let size = TerminalSize(reported: terminal.size)
        terminal.write("\u{1b}[?2026h\u{1b}[2J\u{1b}[3J\u{1b}[H")
        let descriptor = terminal.descriptor
        _ = try step(
            .draw(columns: size.columns, rows: size.rows) { HeldTerminal.write($0, to: descriptor) })
        terminal.write("\u{1b}[?2026l")
        return size
    }

    /// Reads the rest of an escape sequence; nil for one that is not an arrow up or down.
    private static func key(_ byte: UInt8, _ arrows: Arrows, _ terminal: inout HeldTerminal) -> UInt8? {
        guard byte == 0x1b else { return byte }
        guard case .byte(let next) = terminal.input(within: 0),
            next == UInt8(ascii: "[") || next == UInt8(ascii: "O")
        else { return nil }
        while case .byte(let letter) = terminal.input(within: 0) {
            switch letter {
            case UInt8(ascii: "A"): return arrows.up
            case UInt8(ascii: "B"): return arrows.down
            // Parameters of a longer sequence.
            case 0x20...0x3f: continue
            default: return nil
            }
        }
        return nil
    }
}
