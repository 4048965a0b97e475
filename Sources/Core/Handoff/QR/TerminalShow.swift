// SPDX-License-Identifier: Apache-2.0

/// A loop of QR codes on a terminal: which code comes next, how fast, how dense, and the text to write for it.
///
/// A state machine without I/O or clock: the owner of the terminal reports keys and sizes, and writes the texts it
/// returns.
package struct TerminalShow: Sendable {
    package enum Key: Hashable, Sendable {
        case faster, slower, denser, sparser, pause
    }

    /// The supported intervals between two codes, in milliseconds.
    package static let intervals = [100, 150, 200, 300, 400, 500, 700, 1000, 1500, 2000]
    package static let usualInterval = 200

    private let content: QRContent
    private let correction: QRCode.Correction
    private let colours: Bool
    private var wanted: QRDensity
    private var columns: Int
    private var rows: Int
    private var loop: QRLoop
    /// The density of the current loop: lower than `wanted` if the terminal is too small.
    private var density: QRDensity
    /// The position of the code shown; -1 before the first.
    private var place = -1
    private var shown = 0
    private var isFresh = true
    package private(set) var interval: Int
    package private(set) var isPaused = false

    /// - Throws: `.tooSmall` when no density fits the terminal.
    package init(
        _ content: QRContent, columns: Int, rows: Int, density: QRDensity = .normal, interval: Int = usualInterval,
        correction: QRCode.Correction = .low, colours: Bool = true
    ) throws(TerminalShowError) {
        self.colours = colours
        (self.content, self.correction, self.columns, self.rows) = (content, correction, columns, rows)
        (wanted, self.interval) = (density, interval)
        (loop, self.density) = try Self.fitted(content, density, correction, columns, rows)
    }

    /// Densities below the presets, for small terminals.
    private static let small = [41, 30, 20, 10, 6, QRDensity.least].map { QRDensity($0) }

    /// The densest loop, up to the wanted density, that fits the terminal with a line for the counter.
    private static func fitted(
        _ content: QRContent, _ wanted: QRDensity, _ correction: QRCode.Correction, _ columns: Int, _ rows: Int
    ) throws(TerminalShowError) -> (QRLoop, QRDensity) {
        var least = Int.max
        let presets = QRDensity.presets.reversed().filter { $0 < wanted }
        for density in [wanted, QRDensity(wanted.bytes)] + presets + small where density <= wanted {
            let loop: QRLoop
            do throws(QRLoopError) {
                loop = try QRLoop(content, density: density, correction: correction)
            } catch {
                guard least < .max else { throw .loop(error) }
                break
            }
            if loop.width <= columns, lines(loop) < rows { return (loop, density) }
            least = min(least, loop.width)
        }
        throw .tooSmall(columns: least, rows: (least + 1) / 2 + 1)
    }

    private static func lines(_ loop: QRLoop) -> Int { (loop.width + 1) / 2 }

    /// How long the loop takes to read at the current size and speed.
    package var forecast: LoopForecast { LoopForecast(loop, interval: interval) }

    // MARK: what the person does

    package mutating func press(_ key: Key) {
        switch key {
        case .faster: interval = Self.intervals.last { $0 < interval } ?? interval
        case .slower: interval = Self.intervals.first { $0 > interval } ?? interval
        case .denser: change(to: QRDensity.presets.first { $0 > density })
        case .sparser: change(to: (Self.small.reversed() + QRDensity.presets).last { $0 < density })
        case .pause: isPaused.toggle()
        }
    }

    /// Restarts the loop with another density; one that does not fit, or is not possible, changes nothing.
    private mutating func change(to density: QRDensity?) {
        guard let density, let (loop, fitted) = try? Self.fitted(content, density, correction, columns, rows),
            fitted == density
        else { return }
        wanted = density
        begin(loop, density)
    }

    /// Adapts the loop to a new terminal size.
    ///
    /// - Throws: `.tooSmall`; the loop cannot continue.
    package mutating func resize(columns: Int, rows: Int) throws(TerminalShowError) {
        guard columns != self.columns || rows != self.rows else { return }
        (self.columns, self.rows) = (columns, rows)
        isFresh = true
        let (loop, density) = try Self.fitted(content, wanted, correction, columns, rows)
        if density != self.density { begin(loop, density) }
    }

    private mutating func begin(_ loop: QRLoop, _ density: QRDensity) {
        (self.loop, self.density) = (loop, density)
        (place, isFresh) = (-1, true)
    }

    // MARK: what is written

    /// Prepares the terminal: alternate screen, no cursor.
    package static let opening = "\u{1b}[?1049h\u{1b}[?25l"
    /// Restores the terminal.
    package static let closing = "\u{1b}[?25h\u{1b}[?1049l"

    /// The next code, drawn over the previous one in a single update.
    package mutating func next() throws(QRError) -> String {
        place = (place + 1) % loop.count
        shown += 1
        return try redraw()
    }

    /// The current code again, with an updated status line.
    package mutating func redraw() throws(QRError) -> String {
        if place < 0 { place = 0 }
        let text = frame(TerminalQR(try loop.code(at: place), colours: colours))
        isFresh = false
        return text
    }

    private func frame(_ picture: TerminalQR) -> String {
        let (begin, end) = ("\u{1b}[?2026h", "\u{1b}[?2026l")
        let clear = isFresh ? "\u{1b}[2J" : ""
        let code = picture.lines.joined(separator: "\r\n")
        return begin + clear + "\u{1b}[H" + code + "\r\n" + String(status.prefix(columns)) + "\u{1b}[K" + end
    }

    /// Whether the size of the codes can be chosen.
    private var isDivided: Bool {
        switch content {
        case .whole, .parted: true
        case .text, .frames: false
        }
    }

    /// The counter and the keys.
    private var status: String {
        let count = loop.count == loop.plainCount ? "" : " (\(loop.plainCount) are enough)"
        let state = isPaused ? "paused" : "\(interval) ms"
        let size = isDivided && loop.count > 1 ? " \(density.bytes) B" : ""
        return "\(place + 1)/\(loop.count)\(count) #\(shown) \(state)\(size)  +/- speed  </> density  space  q"
    }
}

/// A QR code as terminal text: half blocks, two rows of modules per line, dark on light in any theme.
///
/// Every line sets both colours and resets them at its end: readers fail on light-on-dark codes, and on a quiet zone
/// that is as dark as the terminal. The last cell of a line is a white block, not a space: programs that keep terminal
/// lines as text, such as tmux, drop trailing spaces, and with them the quiet zone.
///
/// Without colours, where escape sequences are not allowed, light modules are blocks and dark ones spaces: correct on a
/// dark screen, which most terminals have, and inverted on a light one, which many readers accept as well.
package struct TerminalQR: Hashable, Sendable {
    /// Black (16) on white (231) from the fixed part of the 256 colours, which themes do not change.
    private static let colours = "\u{1b}[38;5;16m\u{1b}[48;5;231m"
    private static let end = "\u{1b}[38;5;231m\u{2588}\u{1b}[0m"

    /// The lines from the top, including their colours; write a line end after each.
    package let lines: [String]
    /// The terminal columns of the picture, including the quiet zone.
    package let columns: Int

    /// - Parameter colours: whether escape sequences may be used to set them.
    package init(_ code: QRCode, colours: Bool = true) {
        let range = -QRCode.quietZone..<code.size + QRCode.quietZone
        columns = range.count
        guard colours else {
            lines = stride(from: range.lowerBound, to: range.upperBound, by: 2).map { row in
                range.map { Self.block(!code[row, $0], !code[row + 1, $0]) }.joined()
            }
            return
        }
        lines = stride(from: range.lowerBound, to: range.upperBound, by: 2).map { row in
            Self.colours + range.dropLast().map { Self.block(code[row, $0], code[row + 1, $0]) }.joined() + Self.end
        }
    }

    /// The terminal rows of the picture, including the quiet zone.
    package var rows: Int { lines.count }

    private static func block(_ upper: Bool, _ lower: Bool) -> String {
        switch (upper, lower) {
        case (true, true): "█"
        case (true, false): "▀"
        case (false, true): "▄"
        case (false, false): " "
        }
    }
}

/// Why QR codes cannot be shown on a terminal.
package enum TerminalShowError: Error, Hashable {
    /// The terminal needs at least this many columns and rows, at any density.
    case tooSmall(columns: Int, rows: Int)
    case loop(QRLoopError)
}
