// SPDX-License-Identifier: Apache-2.0

package import Codec
import Crypto

/// A screen of its own on which a secret is typed key by key. It is cleared afterwards, however the program ends, and nothing is
/// copied outside guarded memory.
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
            switch terminal.input(within: Endings.patience) {
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
