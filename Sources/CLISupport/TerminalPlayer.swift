// SPDX-License-Identifier: Apache-2.0

import Handoff

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Runs a loop of QR codes on the terminal until somebody ends it, and gives the terminal back as it was, whatever ends it.
struct TerminalPlayer: ~Copyable {
    private let terminal: Int32
    private let before: termios
    private let signals: sigset_t

    /// Signals that end the program; while the codes run they wait until the terminal is restored.
    private static let endings = [SIGHUP, SIGINT, SIGTERM, SIGQUIT]
    /// Signals and new sizes are looked for at least this often, in milliseconds.
    private static let patience = 250

    /// - Throws: `.usage` when there is no terminal.
    static func play(_ show: TerminalShow) throws(Failure) {
        let player = try TerminalPlayer()
        try player.run(show)
    }

    private init() throws(Failure) {
        terminal = open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY)
        var settings = termios()
        guard terminal >= 0, tcgetattr(terminal, &settings) == 0 else {
            if terminal >= 0 { close(terminal) }
            throw Failure(
                .usage, "there is no terminal to show a loop of QR codes on", hint: "--frames DIR or --html FILE")
        }
        before = settings
        var blocked = sigset_t()
        var mask = sigset_t()
        sigemptyset(&blocked)
        for signal in Self.endings { sigaddset(&blocked, signal) }
        sigprocmask(SIG_BLOCK, &blocked, &mask)
        signals = mask
        settings.c_lflag &= ~tcflag_t(ECHO | ICANON | ISIG)
        tcsetattr(terminal, TCSAFLUSH, &settings)
        write(TerminalShow.opening)
    }

    deinit {
        write(TerminalShow.closing)
        var (settings, mask) = (before, signals)
        tcsetattr(terminal, TCSAFLUSH, &settings)
        close(terminal)
        // An ending signal that came meanwhile takes effect here.
        sigprocmask(SIG_SETMASK, &mask, nil)
    }

    private borrowing func run(_ start: TerminalShow) throws(Failure) {
        var show = start
        var due = Self.now()
        while !isEnded {
            if let size { do { try show.resize(columns: size.columns, rows: size.rows) } catch { throw Self.tooSmall } }
            if Self.now() >= due, !show.isPaused {
                do { write(try show.next()) } catch { throw Failure(.badInput, error.message) }
                due = Self.now() + show.interval
            }
            let wait = show.isPaused ? Self.patience : max(1, min(due - Self.now(), Self.patience))
            for input in keys(waiting: wait) {
                switch input {
                case .end: return
                case .press(let key):
                    show.press(key)
                    due = min(due, Self.now() + show.interval)
                    do { write(try show.redraw()) } catch { throw Failure(.badInput, error.message) }
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

    /// What was typed within some milliseconds.
    private borrowing func keys(waiting milliseconds: Int) -> [Input] {
        var waiting = pollfd(fd: terminal, events: Int16(POLLIN), revents: 0)
        guard poll(&waiting, 1, Int32(milliseconds)) > 0 else { return [] }
        var bytes = [UInt8](repeating: 0, count: 64)
        let count = read(terminal, &bytes, bytes.count)
        // A terminal that is gone ends the show as well.
        guard count > 0 else { return [.end] }
        return Self.inputs(bytes[..<count])
    }

    /// Arrows come as three bytes, ESC [ A; a lone ESC ends.
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

    // MARK: the system

    /// Whether a signal waits that ends the program.
    private var isEnded: Bool {
        var pending = sigset_t()
        guard sigpending(&pending) == 0 else { return false }
        return Self.endings.contains { sigismember(&pending, $0) == 1 }
    }

    private var size: (columns: Int, rows: Int)? {
        var window = winsize()
        guard ioctl(terminal, UInt(TIOCGWINSZ), &window) == 0, window.ws_col > 0 else { return nil }
        return (Int(window.ws_col), Int(window.ws_row))
    }

    private borrowing func write(_ text: String) {
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { Glibc.write(terminal, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            // A terminal that is gone is noticed when it is read from.
            guard count > 0 else { return }
            bytes = bytes.dropFirst(count)
        }
    }

    /// Milliseconds of a clock that nobody sets.
    private static func now() -> Int {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return time.tv_sec * 1000 + time.tv_nsec / 1_000_000
    }
}
