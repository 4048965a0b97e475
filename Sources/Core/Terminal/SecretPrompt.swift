// SPDX-License-Identifier: Apache-2.0

package import Codec
package import Crypto

/// A terminal that asks for secrets. Input is not echoed while the value exists, at a prompt or between two of them.
///
/// Input typed before a prompt is dropped, except that Ctrl-C and Ctrl-\\ cancel. At a prompt, Backspace and Ctrl-U work;
/// Ctrl-C, Ctrl-\\ and Ctrl-D at the start cancel. Termination signals stay blocked until echo is on again.
package struct SecretPrompt: ~Copyable {
    private static let stops: [UInt8] = [0x03, 0x1c]

    private var terminal: HeldTerminal

    /// - Throws: `.refused` when there is no terminal.
    package init() throws(Failure) {
        guard Question.isPossible else {
            throw Failure(
                .refused, "a secret is needed, and there is no terminal to ask on",
                hint: "hand it over with --pin-fd or --secret-fd")
        }
        terminal = try HeldTerminal(echo: false)
    }

    /// The typed line.
    ///
    /// - Throws: `.refused` if the user or a signal ends the wait.
    package mutating func ask(_ prompt: String) throws(Failure) -> SecretBytes {
        if terminal.drain(Self.stops) { throw SecretLine.nothing }
        terminal.write(prompt)
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
        let end = ContinuousClock.now + .seconds(seconds)
        var label = reason + ": "
        // Only a line that fits can be redrawn.
        if label.utf8.count + "wait \(seconds) s".utf8.count >= TerminalSize(reported: terminal.size).columns {
            terminal.write(reason + "\n")
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
            switch terminal.input(within: Endings.patience) {
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
    package borrowing func say(_ line: String) { terminal.write(line + "\n") }
}
