// SPDX-License-Identifier: Apache-2.0

import Handoff
import Testing

struct TerminalShowTests {
    static let content = QRContent.parted(QRLoopTests.ur(2500))

    private func show(_ columns: Int = 100, _ rows: Int = 50, density: QRDensity = .normal) throws -> TerminalShow {
        try TerminalShow(Self.content, columns: columns, rows: rows, density: density)
    }

    /// The lines of a frame.
    private func lines(_ text: String) -> [String] {
        text.split(separator: "\r\n").map { String($0) }
    }

    @Test func `draws each code over the previous one in a synchronized update`() throws {
        var show = try show()
        let loop = try QRLoop(Self.content)
        for place in 0..<loop.count + 2 {
            let text = try show.next()
            #expect(text.hasPrefix("\u{1b}[?2026h" + (place == 0 ? "\u{1b}[2J" : "") + "\u{1b}[H"))
            #expect(text.hasSuffix("\u{1b}[K\u{1b}[?2026l"))
            let picture = TerminalQR(try loop.code(at: place % loop.count))
            let drawn = picture.lines.joined(separator: "\r\n")
            #expect(text.contains(drawn))
            #expect(text.contains("\(place % loop.count + 1)/34 (17 are enough) #\(place + 1) 200 ms 150 B"))
        }
    }

    @Test func `never draws beyond the size of the terminal`() throws {
        for (columns, rows) in [(65, 34), (80, 24), (49, 26), (60, 200), (200, 30), (37, 20)] {
            var show = try show(columns, rows)
            let drawn = lines(try show.next())
            #expect(drawn.count <= rows)
            let blocks = try #require(drawn.first).unicodeScalars.count {
                " \u{2580}\u{2584}\u{2588}".unicodeScalars.contains($0)
            }
            #expect(blocks <= columns)
            let status = try #require(drawn.last).prefix { $0 != "\u{1b}" }
            #expect(status.utf8.count <= columns)
        }
    }

    @Test func `a terminal of 80 by 24 fits fragments of 41 bytes`() throws {
        var show = try show(80, 24)
        #expect(try show.next().contains(" 41 B"))
    }

    @Test func `reports the terminal size it needs, and a message that is too long`() {
        #expect(throws: TerminalShowError.tooSmall(columns: 37, rows: 20)) {
            try TerminalShow(Self.content, columns: 30, rows: 10)
        }
        #expect(throws: TerminalShowError.loop(.parts(.messageTooLong(limit: 65_536)))) {
            try TerminalShow(.parted(QRLoopTests.ur(65_537)), columns: 100, rows: 50)
        }
    }

    @Test func `the interval ranges from 100 to 2000 milliseconds`() throws {
        var show = try show()
        for _ in 0..<20 { show.press(.slower) }
        #expect(show.interval == 2000)
        for _ in 0..<20 { show.press(.faster) }
        #expect(show.interval == 100)
        show.press(.slower)
        #expect(show.interval == 150)
    }

    @Test func `a density change restarts the loop and is limited by the size of the terminal`() throws {
        var show = try show()
        _ = try (show.next(), show.next())
        show.press(.denser)
        #expect(try show.next().contains("1/18 (9 are enough) #3 200 ms 300 B"))
        show.press(.denser)
        #expect(try show.next().contains("2/18"))
        for _ in 0..<3 { show.press(.sparser) }
        #expect(try show.next().contains("41 B"))
        for _ in 0..<9 { show.press(.sparser) }
        #expect(try show.next().contains(" 4 B"))
        var small = try self.show(80, 24)
        small.press(.denser)
        #expect(try small.next().contains(" 41 B"))
    }

    @Test func `a pause keeps the current code`() throws {
        var show = try show()
        _ = try show.next()
        show.press(.pause)
        #expect(show.isPaused)
        #expect(try show.redraw().contains("1/34 (17 are enough) #1 paused"))
        show.press(.pause)
        #expect(try !show.isPaused && show.next().contains("2/34"))
    }

    @Test func `a resize rebuilds the codes only when their fragment size changes`() throws {
        var show = try show()
        _ = try show.next()
        try show.resize(columns: 100, rows: 50)
        #expect(try !show.next().contains("\u{1b}[2J"))
        try show.resize(columns: 90, rows: 45)
        let text = try show.next()
        #expect(text.contains("\u{1b}[2J") && text.contains("3/34"))
        try show.resize(columns: 80, rows: 24)
        #expect(try show.next().contains(" 41 B"))
        try show.resize(columns: 100, rows: 50)
        #expect(try show.next().contains("1/34"))
        #expect(throws: TerminalShowError.tooSmall(columns: 37, rows: 20)) { try show.resize(columns: 5, rows: 5) }
    }

    @Test func `LumenSigner frames have no density to change`() throws {
        var show = try TerminalShow(.frames(["p1of2;a", "p2of2;b"]), columns: 80, rows: 24)
        #expect(try show.next().hasPrefix("\u{1b}[?2026h"))
        #expect(try show.next().contains("2/2 #2 200 ms  "))
        show.press(.denser)
        #expect(try show.next().contains("1/2 #3"))
    }
}
