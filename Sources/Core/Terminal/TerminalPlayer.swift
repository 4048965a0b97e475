// SPDX-License-Identifier: Apache-2.0

import Codec
import Handoff

/// Runs a loop of QR codes on the terminal until the user ends it, and restores the terminal however it ends.
struct TerminalPlayer: ~Copyable {
    private var terminal: HeldTerminal

    /// - Throws: `.usage` when there is no terminal.
    static func play(_ show: TerminalShow) throws(Failure) {
        guard Question.isPossible else {
            throw Failure(
                .usage, "there is no terminal to show a loop of QR codes on", hint: "--frames DIR or --html FILE")
        }
        try run(show)
        // A signal that ended the show also ends the program.
        TerminationSignals.release()
    }

    /// Runs the show; the terminal is restored on return.
    private static func run(_ show: TerminalShow) throws(Failure) {
        var player = TerminalPlayer(
            terminal: try HeldTerminal(echo: false, opening: TerminalShow.opening, closing: TerminalShow.closing))
        try player.run(show)
    }

    private mutating func run(_ start: TerminalShow) throws(Failure) {
        var show = start
        var due = Self.now()
        while !terminal.hasEnded() {
            if let size = terminal.size {
                do { try show.resize(columns: size.columns, rows: size.rows) } catch { throw Self.tooSmall }
            }
            if Self.now() >= due, !show.isPaused {
                do { terminal.write(try show.next()) } catch { throw Failure(.badInput, Wording(error.message)) }
                due = Self.now() + show.interval
            }
            let interval = Int(TerminationSignals.interval)
            let wait = show.isPaused ? interval : max(1, min(due - Self.now(), interval))
            for input in keys(waiting: wait) {
                switch input {
                case .end: return
                case .press(let key):
                    show.press(key)
                    due = min(due, Self.now() + show.interval)
                    do { terminal.write(try show.redraw()) } catch { throw Failure(.badInput, Wording(error.message)) }
                }
            }
        }
    }

    private static let tooSmall = Failure(
        .usage, "the terminal has become too small for the QR codes", hint: "--frames DIR or --html FILE")

    // MARK: keys

    private enum Input {
        case press(TerminalShow.Key)
        case end
    }

    /// The input typed within some milliseconds.
    private borrowing func keys(waiting milliseconds: Int) -> [Input] {
        guard terminal.isReady(within: Int32(milliseconds)) else { return [] }
        var bytes = [UInt8](repeating: 0, count: 64)
        let count = read(terminal.descriptor, &bytes, bytes.count)
        // A lost terminal ends the show as well.
        guard count > 0 else { return [.end] }
        return Self.inputs(bytes[..<count])
    }

    /// Parses input: arrow keys are three bytes, ESC [ A; a lone ESC ends the show.
    private static func inputs(_ bytes: ArraySlice<UInt8>) -> [Input] {
        var inputs: [Input] = []
        var rest = bytes
        while let byte = rest.popFirst() {
            if byte == 0x1b, rest.first == UInt8(ascii: "[") || rest.first == UInt8(ascii: "O") {
                rest = rest.dropFirst()
                if let letter = rest.popFirst(), let key = arrow(letter) { inputs.append(.press(key)) }
            } else if byte == 0x1b || byte == 0x03 || byte == 0x04 || byte | 0x20 == UInt8(ascii: "q") {
                inputs.append(.end)
            } else if let key = key(byte) {
                inputs.append(.press(key))
            }
        }
        return inputs
    }

    private static func arrow(_ letter: UInt8) -> TerminalShow.Key? {
        switch letter {
        case UInt8(ascii: "A"): .faster
        case UInt8(ascii: "B"): .slower
        case UInt8(ascii: "C"): .denser
        case UInt8(ascii: "D"): .sparser
        default: nil
        }
    }

    private static func key(_ byte: UInt8) -> TerminalShow.Key? {
        switch byte {
        case UInt8(ascii: "+"), UInt8(ascii: "="): .faster
        case UInt8(ascii: "-"), UInt8(ascii: "_"): .slower
        case UInt8(ascii: ">"), UInt8(ascii: "."): .denser
        case UInt8(ascii: "<"), UInt8(ascii: ","): .sparser
        case UInt8(ascii: " "): .pause
        default: nil
        }
    }

    /// Milliseconds of the monotonic clock.
    private static func now() -> Int {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return time.tv_sec * 1000 + time.tv_nsec / 1_000_000
    }
}
