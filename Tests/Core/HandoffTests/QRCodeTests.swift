// SPDX-License-Identifier: Apache-2.0

import Handoff
import Testing

struct QRCodeTests {
    /// Capacity of a version at error correction level L, by mode (ISO/IEC 18004 table 7).
    @Test(arguments: [(1, 25, 17), (2, 47, 32), (8, 279, 192), (10, 395, 271), (27, 2132, 1465), (40, 4296, 2953)])
    func `uses the smallest version that fits`(version: Int, alphanumeric: Int, bytes: Int) throws {
        #expect(try QRCode(String(repeating: "A", count: alphanumeric)).version == version)
        #expect(try QRCode(String(repeating: "a", count: bytes)).version == version)
        if version < 40 {
            #expect(try QRCode(String(repeating: "A", count: alphanumeric + 1)).version == version + 1)
            #expect(try QRCode(String(repeating: "a", count: bytes + 1)).version == version + 1)
        }
    }

    @Test func `medium error correction needs a larger version`() throws {
        let text = String(repeating: "A", count: 279)
        #expect(try QRCode(text, correction: .medium).version == 10)
    }

    @Test(arguments: [
        String(repeating: "A", count: 4297), String(repeating: "a", count: 2954),
        String(repeating: "A", count: 4295) + "a",
    ])
    func `rejects text longer than version 40 holds`(text: String) {
        #expect(throws: QRError.tooLong(length: text.utf8.count)) { try QRCode(text) }
    }

    @Test func `rejects empty text`() {
        #expect(throws: QRError.empty) { try QRCode("") }
    }

    @Test func `has three finder patterns and no dark module outside the symbol`() throws {
        let code = try QRCode("UR:BYTES/HDEYMEJTSWHH")
        #expect(code.size == 17 + 4 * code.version)
        let pattern = ["1111111", "1000001", "1011101", "1011101", "1011101", "1000001", "1111111"]
        for (top, left) in [(0, 0), (0, code.size - 7), (code.size - 7, 0)] {
            for row in 0..<7 {
                let line = (0..<7).map { code[top + row, left + $0] ? "1" : "0" }.joined()
                #expect(line == pattern[row])
            }
        }
        #expect(!code[-1, 0] && !code[0, -1] && !code[code.size, 0] && !code[0, code.size])
    }

    @Test func `draws every line dark on light, with the quiet zone`() throws {
        let code = try QRCode("UR:BYTES/HDEYMEJTSWHH")
        let picture = TerminalQR(code)
        #expect(picture.columns == code.size + 8)
        #expect(picture.rows == (code.size + 9) / 2)
        let (colours, end) = ("\u{1b}[38;5;16m\u{1b}[48;5;231m", "\u{1b}[38;5;231m\u{2588}\u{1b}[0m")
        for (row, line) in picture.lines.enumerated() {
            #expect(line.hasPrefix(colours) && line.hasSuffix(end))
            let blocks = Array(line.unicodeScalars.dropFirst(colours.count).dropLast(end.count))
            #expect(blocks.count == picture.columns - 1)
            for (column, block) in blocks.enumerated() {
                let pair = (code[row * 2 - 4, column - 4], code[row * 2 - 3, column - 4])
                let wanted: Unicode.Scalar = pair.0 ? (pair.1 ? "█" : "▀") : (pair.1 ? "▄" : " ")
                #expect(block == wanted)
            }
        }
    }

    @Test func `without colours it draws light modules as blocks and writes no escape sequence`() throws {
        let code = try QRCode("UR:BYTES/HDEYMEJTSWHH")
        let picture = TerminalQR(code, colours: false)
        #expect(picture.rows == (code.size + 9) / 2)
        for (row, line) in picture.lines.enumerated() {
            let blocks = Array(line.unicodeScalars)
            #expect(blocks.count == code.size + 8)
            for (column, block) in blocks.enumerated() {
                let pair = (code[row * 2 - 4, column - 4], code[row * 2 - 3, column - 4])
                let wanted: Unicode.Scalar = pair.0 ? (pair.1 ? " " : "▄") : (pair.1 ? "▀" : "█")
                #expect(block == wanted)
            }
        }
    }

    @Test(arguments: [1, 3, 8, 20])
    func `a PNG holds the modules, pixel by pixel`(scale: Int) throws {
        let code = try QRCode("UR:BYTES/HDEYMEJTSWHH")
        let picture = try PNGReader(PNG.encode(code, scale: scale))
        let side = (code.size + 8) * scale
        #expect(picture.width == side && picture.height == side)
        for row in 0..<side {
            for column in 0..<side {
                let isDark = code[row / scale - 4, column / scale - 4]
                if picture.isWhite(row, column) == isDark {
                    Issue.record("pixel \(row), \(column)")
                    return
                }
            }
        }
    }

    @Test func `a large PNG takes several stored blocks`() throws {
        let code = try QRCode(String(repeating: "A", count: 2132))
        let picture = try PNGReader(PNG.encode(code))
        #expect(picture.blocks > 1)
        #expect(picture.width == (125 + 8) * 8)
    }
}
