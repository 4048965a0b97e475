// SPDX-License-Identifier: Apache-2.0

import Handoff
import Testing

struct QRLoopTests {
    static func ur(_ length: Int) -> UR {
        UR(type: "bytes", message: (0..<length).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ $0 / 256) })
    }

    @Test(arguments: [1, 100, 300])
    func `a small message is a single code`(length: Int) throws {
        let loop = try QRLoop(.parted(Self.ur(length)))
        #expect(loop.count == 1 && loop.plainCount == 1)
        #expect(loop.text(at: 0) == Self.ur(length).qrText)
    }

    @Test func `what is whole stays a single code until a density is chosen, and a text always`() throws {
        #expect(try QRLoop(.whole(Self.ur(900))).count == 1)
        #expect(try QRLoop(.whole(Self.ur(900)), density: .low).plainCount == 15)
        for density in QRDensity.presets {
            #expect(try QRLoop(.text(String(repeating: "A", count: 900)), density: density).count == 1)
        }
    }

    @Test(arguments: [10, 20, 60, 300])
    func `a chosen number of bytes is never exceeded, also where one code would hold all`(bytes: Int) throws {
        let density = try #require(QRDensity("\(bytes)"))
        for length in [1, bytes - 1, bytes, bytes + 1, 2 * bytes, 301] {
            for content in [QRContent.whole(Self.ur(length)), .parted(Self.ur(length))] {
                let loop = try QRLoop(content, density: density)
                #expect(loop.plainCount == (length + bytes - 1) / bytes, "\(length)")
            }
        }
    }

    @Test(arguments: [QRDensity.low, .normal, .high])
    func `all codes of a loop have the same version, and the plain parts come first`(density: QRDensity) throws {
        let ur = Self.ur(2500)
        let loop = try QRLoop(.parted(ur), density: density)
        let encoder = try UREncoder(ur, fragment: density.bytes)
        #expect(loop.plainCount == encoder.count && loop.count == 2 * encoder.count)
        #expect(loop.width == 17 + 4 * loop.version + 8)
        for place in 0..<loop.count {
            #expect(try loop.code(at: place).version == loop.version)
            let text = loop.text(at: place)
            #expect(text == text.uppercased())
            if place < loop.plainCount { #expect(text == encoder.part(UInt32(place + 1)).uppercased()) }
        }
        #expect(Set((0..<loop.count).map { loop.text(at: $0) }).count == loop.count)
    }

    @Test func `low, normal and high density give QR versions 6, 10 and 14`() throws {
        let ur = Self.ur(9000)
        #expect(
            try [QRDensity.low, .normal, .high].map { try QRLoop(.parted(ur), density: $0).version } == [6, 10, 14])
    }

    @Test func `the same content gives the same loop`() throws {
        let loops = try (0..<2).map { _ in try QRLoop(.parted(Self.ur(2500))) }
        #expect((0..<loops[0].count).allSatisfy { loops[0].text(at: $0) == loops[1].text(at: $0) })
    }

    @Test(arguments: 4...16)
    func `one round of the loop recovers any two missed plain codes`(parts: Int) throws {
        // Which parts are mixed follows from the message; even and odd numbers of parts have different ones.
        let ur = UR(type: "bytes", message: Self.ur(60 * parts - 10 * (parts % 2)).message)
        let loop = try QRLoop(.parted(ur), density: .low)
        let texts = (0..<loop.count).map { loop.text(at: $0) }
        for first in 0..<loop.plainCount {
            for second in first + 1..<loop.plainCount {
                var decoder = URDecoder()
                for (place, text) in texts.enumerated() where place != first && place != second {
                    try decoder.receive(text)
                }
                #expect(try decoder.whole() == ur, "\(parts) parts without \(first) and \(second)")
            }
        }
    }

    /// The number of codes shown until the message is complete, divided by the number of plain codes.
    private func shown(_ loop: QRLoop, losing loss: Int, seed: Int) throws -> Double {
        var dice = URDecoderTests.Dice(seed)
        var decoder = URDecoder()
        var count = 0
        while decoder.ur == nil {
            if Int.random(in: 0..<100, using: &dice) >= loss { try decoder.receive(loop.text(at: count % loop.count)) }
            count += 1
        }
        return Double(count) / Double(loop.plainCount)
    }

    @Test func `needs on average under 1.9 times the plain codes at 30 percent loss`() throws {
        // The length of a request with 100 payments.
        let loop = try QRLoop(.parted(Self.ur(9800)))
        #expect(loop.plainCount == 66)
        #expect(try shown(loop, losing: 0, seed: 0) == 1)
        let runs = try (0..<20).map { try shown(loop, losing: 30, seed: $0) }
        let sum: Double = runs.reduce(0, +)
        #expect(sum / 20 < 1.9)
    }

    @Test func `shows LumenSigner frames unchanged and in one QR version`() throws {
        let frames = ["p1of2;sign-transaction;abc", "p2of2;sign-transaction;d"]
        let loop = try QRLoop(.frames(frames))
        #expect((0..<loop.count).map { loop.text(at: $0) } == frames)
        #expect(try loop.code(at: 0).version == loop.code(at: 1).version)
    }

    @Test func `reports empty and oversized content`() {
        #expect(throws: QRLoopError.code(.empty)) { try QRLoop(.text("")) }
        #expect(throws: QRLoopError.code(.empty)) { try QRLoop(.frames([])) }
        #expect(throws: QRLoopError.code(.tooLong(length: 5000))) {
            try QRLoop(.text(String(repeating: "a", count: 5000)))
        }
        #expect(throws: QRLoopError.parts(.messageTooLong(limit: 65_536))) { try QRLoop(.parted(Self.ur(65_537))) }
    }

    static let densities: [(String, Int?)] = [
        ("low", 60), ("normal", 150), ("high", 300), ("10", 10), ("1000", 1000), ("9", nil), ("1001", nil), ("", nil),
        ("-5", nil), ("middle", nil),
    ]

    @Test(arguments: densities)
    func `parses a density given as a name or as 10 to 1000 bytes`(text: String, bytes: Int?) {
        #expect(QRDensity(text)?.bytes == bytes)
    }

    // MARK: pictures

    @Test func `an SVG has a rectangle for each run of dark modules`() throws {
        let code = try QRCode("UR:BYTES/HDEYMEJTSWHH")
        let text = SVG.encode(code)
        #expect(text.contains("viewBox=\"0 0 \(code.size + 8) \(code.size + 8)\""))
        let path = try #require(text.split(separator: "d=\"").last?.split(separator: "\"").first)
        var dark = 0
        for run in path.split(separator: "z") {
            let numbers = run.split(whereSeparator: { !$0.isNumber }).compactMap { Int($0) }
            #expect(numbers.count == 5)
            for column in numbers[0]..<numbers[0] + numbers[2] { #expect(code[numbers[1] - 4, column - 4]) }
            dark += numbers[2]
        }
        let wanted = (0..<code.size).map { row in (0..<code.size).count { code[row, $0] } }.reduce(0, +)
        #expect(dark == wanted)
    }

    @Test func `an HTML page loads no external resource and escapes its title`() throws {
        let loop = try QRLoop(.parted(Self.ur(1000)))
        let page = try QRPage.html(loop, title: "<b>\"&", interval: 300)
        #expect(page.contains("&lt;b&gt;&quot;&amp;") && !page.contains("<b>"))
        #expect(!page.contains("http:") && !page.contains("https:") && !page.contains("src="))
        #expect(page.contains("default-src 'none'; script-src 'sha256-"))
        #expect(page.split(separator: "\"codes\":[").count == 2)
        #expect(page.contains("\"enough\":\(loop.plainCount)") && page.contains("\"interval\":300"))
        #expect(try page == QRPage.html(loop, title: "<b>\"&", interval: 300))
    }
}
