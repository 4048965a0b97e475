// SPDX-License-Identifier: Apache-2.0

package import Codec
import SafeFiles

/// The user's terminal while a secret is typed or shown on it. It is restored however the program ends: signals are
/// blocked until then.
package struct HeldTerminal: ~Copyable {
    let descriptor: Int32
    private let before: termios
    private let mask: sigset_t
    private let closing: String
    /// Whether a signal has ended this; it stays blocked until the error has been printed, see `Program`.
    private var isEnded = false

    /// - Parameters:
    ///   - echo: whether input is echoed and arrives in whole lines; else each key arrives alone, Ctrl-C and Ctrl-Z
    ///     included.
    ///   - opening: the text written first; `closing` is written last.
    /// - Throws: `.refused` when there is no terminal.
    package init(echo: Bool, opening: String = "", closing: String = "") throws(Failure) {
        let terminal = open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY | O_NONBLOCK)
        TransientLine.erase()
        var settings = termios()
        guard terminal >= 0, tcgetattr(terminal, &settings) == 0 else {
            if terminal >= 0 { close(terminal) }
            throw Failure(.refused, "there is no terminal")
        }
        let mask = TerminationSignals.hold()
        let found = settings
        if !echo { settings.c_lflag &= ~tcflag_t(ECHO | ICANON | ISIG) }
        // Drops what was typed before there was a question.
        guard tcsetattr(terminal, TCSAFLUSH, &settings) == 0 else {
            TerminationSignals.restore(mask)
            close(terminal)
            throw Failure(.refused, "the terminal's echo cannot be turned off")
        }
        (descriptor, before, self.mask, self.closing) = (terminal, found, mask, closing)
        write(opening)
    }

    deinit {
        write(closing)
        var settings = before
        tcsetattr(descriptor, TCSAFLUSH, &settings)
        close(descriptor)
        // A signal that arrived in the meantime takes effect here.
        if !isEnded { TerminationSignals.restore(mask) }
    }

    /// Columns and rows; nil if the terminal does not report them.
    package var size: (columns: Int, rows: Int)? { Self.size(of: descriptor) }

    static func size(of descriptor: Int32) -> (columns: Int, rows: Int)? {
        var window = winsize()
        guard ioctl(descriptor, UInt(TIOCGWINSZ), &window) == 0, window.ws_col > 0 else { return nil }
        return (Int(window.ws_col), Int(window.ws_row))
    }

    package borrowing func write(_ text: String) {
        var text = text
        text.withUTF8 { write(UnsafeRawBufferPointer($0)) }
    }

    /// Writes bytes that may be secret, without copying them. If the terminal is gone, the next read reports it.
    package borrowing func write(_ bytes: UnsafeRawBufferPointer) { _ = writeAll(bytes) }

    /// Writes to the descriptor of such a terminal, for as long as that exists.
    static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) { _ = writeAll(bytes, to: descriptor) }

    /// Writes text that a person must see.
    ///
    /// - Throws: `.refused` if it could not be written in full, or a termination signal arrives meanwhile.
    borrowing func show(_ text: String) throws(Failure) {
        var text = text
        let reason = text.withUTF8 { writeAll(UnsafeRawBufferPointer($0)) }
        guard let reason else { return }
        throw Failure(
            .refused,
            reason == EINTR
                ? "interrupted; nothing was signed"
                : "the terminal did not take the whole review: \(String(cString: strerror(reason)))")
    }

    /// Waits while the terminal accepts nothing, unless a termination signal is pending.
    ///
    /// - Returns: the error number (`EINTR` for a signal) that stopped the write; nil if everything was written.
    private borrowing func writeAll(_ bytes: UnsafeRawBufferPointer) -> Int32? {
        Self.writeAll(bytes, to: descriptor)
    }

    private static func writeAll(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Int32? {
        var rest = bytes[...]
        while !rest.isEmpty {
            var awaited = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
            let ready = poll(&awaited, 1, TerminationSignals.interval)
            if ready <= 0 {
                if TerminationSignals.areWaiting { return EINTR }
                continue
            }
            let count = SafeFiles.writeSome(descriptor, UnsafeRawBufferPointer(rebasing: rest))
            if count >= 0 {
                rest = rest.dropFirst(count)
            } else if errno != EAGAIN, errno != EINTR {
                return errno
            }
        }
        return nil
    }

    /// Whether a termination signal is pending.
    mutating func hasEnded() -> Bool {
        isEnded = isEnded || TerminationSignals.areWaiting
        return isEnded
    }

    /// Whether input arrives within some milliseconds.
    borrowing func isReady(within milliseconds: Int32) -> Bool {
        var awaited = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&awaited, 1, milliseconds) > 0
    }

    /// Drops the input typed so far.
    ///
    /// - Returns: whether it contained one of `bytes`.
    mutating func drain(_ bytes: [UInt8]) -> Bool {
        var isFound = false
        var byte: UInt8 = 0
        while isReady(within: 0), read(descriptor, &byte, 1) == 1 { isFound = isFound || bytes.contains(byte) }
        return isFound
    }

    enum Input {
        case byte(UInt8)
        /// Nothing was typed in time.
        case nothing
        /// The terminal is gone, or a termination signal is pending.
        case end
    }

    /// The next byte, if one is typed within some milliseconds.
    mutating func input(within milliseconds: Int32) -> Input {
        if hasEnded() { return .end }
        guard isReady(within: milliseconds) else { return hasEnded() ? .end : .nothing }
        var byte: UInt8 = 0
        let count = read(descriptor, &byte, 1)
        if count < 0, errno == EINTR || errno == EAGAIN { return .nothing }
        return count == 1 ? .byte(byte) : .end
    }

    /// The next byte typed; nil if the terminal is gone or a termination signal is pending.
    mutating func next() -> UInt8? {
        while true {
            switch input(within: TerminationSignals.interval) {
            case .byte(let byte): return byte
            case .nothing: continue
            case .end: return nil
            }
        }
    }

    /// Waits for the Enter key.
    ///
    /// - Throws: `.refused` if anything else ends the wait.
    package mutating func waitForEnter() throws(Failure) {
        while let byte = next() {
            if byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") { return }
            if byte == 0x03 || byte == 0x04 || byte == 0x1c { break }
        }
        throw Failure(.refused, "nothing was entered")
    }

    /// Whether the terminal supports escape sequences.
    package static var isDrawable: Bool {
        guard let name = Environment["TERM"] else { return false }
        return name != "dumb"
    }
}

/// Termination signals. While the terminal's settings are changed, the signals are blocked and polled.
enum TerminationSignals {
    private static let signals = [SIGHUP, SIGINT, SIGTERM, SIGQUIT]

    /// Milliseconds between two polls of a waiting program.
    static let interval: Int32 = 250

    /// Blocks the signals, and SIGTSTP, until the terminal is restored.
    ///
    /// - Returns: the previous signal mask.
    static func hold() -> sigset_t {
        var blocked = set
        var before = sigset_t()
        sigaddset(&blocked, SIGTSTP)
        sigprocmask(SIG_BLOCK, &blocked, &before)
        return before
    }

    static func restore(_ before: sigset_t) {
        var before = before
        sigprocmask(SIG_SETMASK, &before, nil)
    }

    /// Whether one of the signals is pending.
    static var areWaiting: Bool {
        var pending = sigset_t()
        guard sigpending(&pending) == 0 else { return false }
        return signals.contains { sigismember(&pending, $0) == 1 }
    }

    /// Unblocks the signals, so that a pending one ends the program.
    static func release() {
        var blocked = set
        sigprocmask(SIG_UNBLOCK, &blocked, nil)
    }

    private static var set: sigset_t {
        var set = sigset_t()
        sigemptyset(&set)
        for signal in signals { sigaddset(&set, signal) }
        return set
    }
}
