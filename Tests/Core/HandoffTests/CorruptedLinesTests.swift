// SPDX-License-Identifier: Apache-2.0

import Codec
import Testing

@testable import Handoff

/// UR lines corrupted as a camera or an attacker might do it. `COLDSTAR_UR_LINES` sets their number.
struct CorruptedLinesTests {
    private static var count: Int { getenv("COLDSTAR_UR_LINES").flatMap { Int(String(cString: $0)) } ?? 5000 }

    /// Valid lines: multipart URs, including mixed parts, and single-part ones.
    private static func lines() throws -> [String] {
        let encoders = try [(400, 50), (9800, 150), (60_000, 60), (300, 10)].map { size, fragment in
            try URDecoderTests.encoder(size, fragment: fragment)
        }
        return encoders.flatMap { encoder in
            [1, 2, 3, UInt32(encoder.count), UInt32(encoder.count) + 1, 5000, .max].map(encoder.part)
        } + [UR(type: "bytes", message: Array(0...99)).text]
    }

    private static func corrupted(_ line: String, _ dice: inout URDecoderTests.Dice) -> String {
        var text = Array(line.utf8)
        switch Int.random(in: 0..<8, using: &dice) {
        case 0: text.removeLast(Int.random(in: 1..<text.count, using: &dice))
        case 1: text.remove(at: Int.random(in: 0..<text.count, using: &dice))
        case 2: text.insert(UInt8.random(in: 0...255, using: &dice), at: Int.random(in: 0...text.count, using: &dice))
        case 3: text.swapAt(Int.random(in: 0..<text.count, using: &dice), Int.random(in: 0..<text.count, using: &dice))
        case 4: text[Int.random(in: 0..<text.count, using: &dice)] = UInt8.random(in: 0...255, using: &dice)
        case 5: text += text.prefix(Int.random(in: 1..<text.count, using: &dice))
        default: return renewed(line, &dice)
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// The line with changed bytes and a matching checksum.
    private static func renewed(_ line: String, _ dice: inout URDecoderTests.Dice) -> String {
        let fields = line.split(separator: "/").map(String.init)
        guard let words = fields.last, var bytes = try? Bytewords.decode(words, style: .minimal), !bytes.isEmpty else {
            return line
        }
        for _ in 0..<Int.random(in: 1...3, using: &dice) {
            // A part's header fields come first.
            let place = Int.random(in: 0..<min(bytes.count, Bool.random(using: &dice) ? 24 : bytes.count), using: &dice)
            bytes[place] = UInt8.random(in: 0...255, using: &dice)
        }
        let path = fields.dropLast().joined(separator: "/")
        return path + "/" + Bytewords.encode(bytes, style: .minimal)
    }

    @Test func `rejects most corrupted lines and grows by less than 64 MiB`() throws {
        let lines = try Self.lines()
        var dice = URDecoderTests.Dice(7)
        var (collector, refused) = (HandoffCollector(), 0)
        let before = Self.residentPages
        for number in 0..<Self.count {
            if number.isMultiple(of: 500) { collector = HandoffCollector() }
            let line = lines[Int.random(in: 0..<lines.count, using: &dice)]
            do throws(HandoffError) {
                _ = try collector.receive(Self.corrupted(line, &dice))
            } catch {
                refused += 1
            }
        }
        #expect(refused > Self.count / 2)
        #expect(Self.residentPages - before < 16384, "grew by more than 64 MiB")
    }

    private static var residentPages: Int {
        guard let file = fopen("/proc/self/statm", "r") else { return 0 }
        defer { fclose(file) }
        var text = [CChar](repeating: 0, count: 100)
        fgets(&text, 100, file)
        let fields = String(decoding: text.map { UInt8(bitPattern: $0) }, as: UTF8.self).split(separator: " ")
        return fields.count > 1 ? Int(fields[1]) ?? 0 : 0
    }
}
