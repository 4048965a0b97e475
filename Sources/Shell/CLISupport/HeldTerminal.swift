// SPDX-License-Identifier: Apache-2.0

import SafeFiles

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The terminal of the person in front while a secret is typed or shown on it. It is given back as it was found, whatever ends the
/// program: signals wait until then.
package struct HeldTerminal: ~Copyable {
    let descriptor: Int32
    private let before: termios
    private let mask: sigset_t
    private let closing: String
    /// Whether a signal has ended this; it waits until the error was told, see `Program`.
    private var isEnded = false

    /// - Parameters:
    ///   - echo: whether what is typed is shown, and comes in whole lines; else each key comes by itself, Ctrl-C and Ctrl-Z too.
    ///   - opening: what is written first, and `closing` what is written last.
    /// - Throws: `.refused` when there is no terminal.
    package init(echo: Bool, opening: String = "", closing: String = "") throws(Failure) {
        let terminal = open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY | O_NONBLOCK)
        var settings = termios()
        guard terminal >= 0, tcgetattr(terminal, &settings) == 0 else {
            if terminal >= 0 { close(terminal) }
            throw Failure(.refused, "there is no terminal")
        }
        let mask = Endings.hold()
        let found = settings
        if !echo { settings.c_lflag &= ~tcflag_t(ECHO | ICANON | ISIG) }
        // What was typed before there was anything to answer is dropped.
        guard tcsetattr(terminal, TCSAFLUSH, &settings) == 0 else {
            Endings.restore(mask)
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
        // One that came just now takes effect here.
        if !isEnded { Endings.restore(mask) }
    }

    /// Columns and rows; nil when the terminal does not know.
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

    /// Writes bytes that may be secret, with no copy of them. If the terminal is gone, the next read reports it.
    package borrowing func write(_ bytes: UnsafeRawBufferPointer) { _ = writeAll(bytes) }

    /// Writes text that has to be seen.
    ///
    /// - Throws: `.refused` if it could not be written in full, or a signal ends the program meanwhile.
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

    /// Waits while the terminal takes no more, unless a signal wants the program to end.
    ///
    /// - Returns: the error number (`EINTR` for a signal) that kept it from writing everything; nil when there was none.
    private borrowing func writeAll(_ bytes: UnsafeRawBufferPointer) -> Int32? {
        var rest = bytes[...]
        while !rest.isEmpty {
            var awaited = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
            let ready = poll(&awaited, 1, Endings.patience)
            if ready <= 0 {
                if Endings.areWaiting { return EINTR }
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

    /// Whether a signal wants the program to end.
    mutating func hasEnded() -> Bool {
        isEnded = isEnded || Endings.areWaiting
        return isEnded
    }

    /// Whether something can be read within some milliseconds.
    borrowing func isReady(within milliseconds: Int32) -> Bool {
        var awaited = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&awaited, 1, milliseconds) > 0
    }

    /// Drops what was typed until now.
    ///
    /// - Returns: whether one of `bytes` was in it.
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
        /// The terminal is gone, or a signal ends the program.
        case end
    }

    /// What is typed within some milliseconds.
    mutating func input(within milliseconds: Int32) -> Input {
        if hasEnded() { return .end }
        guard isReady(within: milliseconds) else { return hasEnded() ? .end : .nothing }
        var byte: UInt8 = 0
        let count = read(descriptor, &byte, 1)
        if count < 0, errno == EINTR || errno == EAGAIN { return .nothing }
        return count == 1 ? .byte(byte) : .end
    }

    /// The next byte that is typed; nil when the terminal is gone or a signal ends the program.
    mutating func next() -> UInt8? {
        while true {
            switch input(within: Endings.patience) {
            case .byte(let byte): return byte
            case .nothing: continue
            case .end: return nil
            }
        }
    }

    /// Waits for the Enter key.
    ///
    /// - Throws: `.refused` when something else ends the wait.
    package mutating func waitForEnter() throws(Failure) {
        while let byte = next() {
            if byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") { return }
            if byte == 0x03 || byte == 0x04 || byte == 0x1c { break }
        }
        throw Failure(.refused, "nothing was entered")
    }

    /// Whether escape sequences mean something to it.
    package static var isDrawable: Bool {
        guard let name = Environment["TERM"] else { return false }
        return name != "dumb"
    }
}
