// SPDX-License-Identifier: Apache-2.0

import Codec
import Handoff
import Testing

/// Decoding with lost, duplicate, foreign and hostile parts.
struct URDecoderTests {
    /// A deterministic random number generator.
    struct Dice: RandomNumberGenerator {
        private var random: FountainRandom
        init(_ seed: Int) { random = FountainRandom(seed: Array("dice \(seed)".utf8)) }
        mutating func next() -> UInt64 { random.next() }
    }

    static func encoder(_ length: Int, fragment: Int = 20, type: String = "bytes", seed: Int = 0) throws -> UREncoder {
        var dice = Dice(seed)
        let bytes = (0..<length).map { _ in UInt8.random(in: 0...255, using: &dice) }
        return try UREncoder(UR(type: type, message: bytes), fragment: fragment)
    }

    @Test(arguments: 0..<10)
    func `decodes every message from parts in random order with losses`(seed: Int) throws {
        var dice = Dice(seed)
        for _ in 0..<50 {
            let encoder = try Self.encoder(
                Int.random(in: 1...900, using: &dice), seed: Int.random(in: 0...9, using: &dice))
            var decoder = URDecoder()
            var numbers = Array(1...UInt32(encoder.count * 2)).shuffled(using: &dice)
            var shown = 0
            var isNew = 0
            while decoder.ur == nil, shown < 40 * encoder.count {
                let number = numbers.popLast() ?? UInt32.random(in: 1...UInt32(encoder.count * 4), using: &dice)
                shown += 1
                if Int.random(in: 0..<10, using: &dice) < 3 { continue }
                if try decoder.receive(encoder.part(number)) { isNew += 1 }
            }
            #expect(decoder.ur == encoder.ur)
            #expect(encoder.count == 1 || isNew >= encoder.count)
        }
    }

    @Test func `without losses a message completes exactly at its last part`() throws {
        let encoder = try Self.encoder(500)
        var decoder = URDecoder()
        for number in 1...25 as ClosedRange<UInt32> {
            #expect(decoder.ur == nil)
            #expect(decoder.progress?.missing ?? Array(1...25) == Array(Int(number)...25))
            try decoder.receive(encoder.part(number))
        }
        #expect(decoder.ur == encoder.ur)
        #expect(try decoder.receive(encoder.part(30)) == false)
        #expect(throws: URError.otherMessage) { try decoder.receive(Self.encoder(500, seed: 1).part(1)) }
    }

    @Test func `progress reports received, known and missing parts`() throws {
        let encoder = try Self.encoder(500)
        var decoder = URDecoder()
        #expect(decoder.progress == nil)
        #expect(throws: URError.noScheme) { try decoder.whole() }
        for number in [1, 2, 5, 5, 6, 7, 25] as [UInt32] { try decoder.receive(encoder.part(number)) }
        let progress = try #require(decoder.progress)
        #expect(progress.expected == 25 && progress.received == 6 && progress.known == 6)
        #expect(progress.text == "6 of 25 parts, missing 3-4, 8-24")
        #expect(throws: URError.incomplete(progress)) { try decoder.whole() }
        // A mixed part of several unknown fragments is received, and makes none of them known.
        let known = Set([0, 1, 4, 5, 6, 24])
        let mixed = try #require(
            (26...200 as ClosedRange<UInt32>).first { number in
                encoder.fragments(of: number).elements.filter { !known.contains($0) }.count > 1
            })
        #expect(try decoder.receive(encoder.part(mixed)))
        #expect(decoder.progress?.received == 7 && decoder.progress?.known == 6)
    }

    @Test func `progress truncates a long list of missing parts`() {
        let odd = PartProgress(expected: 40, received: 20, missing: stride(from: 1, to: 40, by: 2).map { $0 })
        #expect(odd.text == "20 of 40 parts, missing 1, 3, 5, 7, 9, 11, 13, 15, ...")
        #expect(PartProgress(expected: 4, received: 9, missing: []).text == "all 4 parts")
        let mixed = PartProgress(expected: 4, received: 2, missing: [1, 2, 3, 4], mixed: 2)
        #expect(mixed.text == "0 of 4 parts and 2 mixed ones, missing 1-4")
    }

    @Test func `rejects parts of another message or type and keeps its progress`() throws {
        let (one, two) = (try Self.encoder(200), try Self.encoder(200, seed: 1))
        var decoder = URDecoder()
        for number in 1...9 as ClosedRange<UInt32> {
            try decoder.receive(one.part(number))
            #expect(throws: URError.otherMessage) { try decoder.receive(two.part(number)) }
            #expect(throws: URError.otherMessage) { try decoder.receive(Self.encoder(220).part(number)) }
            #expect(throws: URError.otherMessage) { try decoder.receive(Self.encoder(200, fragment: 50).part(1)) }
            #expect(throws: URError.otherType(found: "other", expected: "bytes")) {
                try decoder.receive(Self.encoder(200, type: "other").part(number))
            }
            #expect(throws: URError.wholeBeside) { try decoder.receive(one.ur.text) }
            #expect(throws: URError.noScheme) { try decoder.receive("hello") }
            #expect(decoder.progress?.received == Int(number))
        }
        try decoder.receive(one.part(10))
        #expect(decoder.ur == one.ur)
        #expect(throws: URError.wholeBeside) { try decoder.receive(one.ur.text) }
    }

    @Test func `rejects any other UR after a single-part message`() throws {
        let (one, two) = (try Self.encoder(10), try Self.encoder(200))
        var decoder = URDecoder()
        #expect(try decoder.receive(one.ur.text))
        #expect(try decoder.receive(one.ur.qrText) == false)
        #expect(throws: URError.wholeBeside) { try decoder.receive(two.ur.text) }
        #expect(throws: URError.wholeBeside) { try decoder.receive(two.part(1)) }
        #expect(try decoder.whole() == one.ur && decoder.progress == nil)
    }

    /// The text of a part with any values.
    static func part(
        _ number: UInt64, _ count: UInt64, length: UInt64, checksum: UInt64 = 7, data: [UInt8], path: String? = nil
    ) -> String {
        let item = CBOR.array([
            .unsigned(number), .unsigned(count), .unsigned(length), .unsigned(checksum), .bytes(data),
        ])
        return "ur:bytes/\(path ?? "\(number)-\(count)")/" + Bytewords.encode(item.encoded, style: .minimal)
    }

    static let hostile: [(String, URError)] = [
        (part(1, 4_294_967_295, length: 100, data: [1]), .tooManyParts(found: 4_294_967_295, limit: 1024)),
        (part(1, 1025, length: 1025, data: [1]), .tooManyParts(found: 1025, limit: 1024)),
        (part(1, 2, length: .max, data: [1]), .messageTooLong(limit: 65_536)),
        (part(1, 1024, length: 65_537, data: [UInt8](repeating: 1, count: 65)), .messageTooLong(limit: 65_536)),
        (part(1, 2, length: 100, data: [1, 2]), .badPart), (part(1, 2, length: 5, data: [1, 2]), .badPart),
        (part(1, 2, length: 2, data: [1, 2]), .badPart), (part(1, 2, length: 0, data: [1, 2]), .badPart),
        (part(1, 2, length: 4, data: []), .badPart),
        (part(1, 2, length: 4, checksum: 1 << 32, data: [1, 2]), .badPart),
        (part(1, 2, length: 4, data: [1, 2], path: "2-2"), .badPart),
        (part(1, 2, length: 4, data: [1, 2], path: "1-3"), .badPart),
        (part(0, 2, length: 4, data: [1, 2]), .badPath), (part(1, 0, length: 4, data: [1, 2]), .badPath),
        (part(1 << 32, 2, length: 4, data: [1, 2]), .badPath),
        (part(1, 2, length: 4400, data: [UInt8](repeating: 1, count: 2200)), .tooLong(limit: 4296)),
        ("ur:bytes/1-2/" + Bytewords.encode([0x9f, 0xff], style: .minimal), .badPart),
    ]

    @Test(arguments: hostile)
    func `rejects hostile parts and stores nothing of them`(text: String, error: URError) {
        var decoder = URDecoder()
        #expect(throws: error) { try decoder.receive(text) }
        #expect(decoder.progress == nil)
    }

    @Test func `rejects a part that contradicts an earlier one`() throws {
        var decoder = URDecoder()
        try decoder.receive(Self.part(1, 3, length: 6, data: [1, 2]))
        #expect(throws: URError.contradiction(number: 1)) {
            try decoder.receive(Self.part(1, 3, length: 6, data: [1, 3]))
        }
        #expect(decoder.progress?.known == 1)
    }

    @Test func `rejects a message whose checksum does not match its parts`() throws {
        var decoder = URDecoder()
        try decoder.receive(Self.part(1, 2, length: 4, data: [1, 2]))
        #expect(throws: URError.wrongChecksum) { try decoder.receive(Self.part(2, 2, length: 4, data: [3, 4])) }
        #expect(throws: URError.wrongChecksum) { try decoder.receive(Self.part(2, 2, length: 4, data: [3, 4])) }
        #expect(throws: URError.wrongChecksum) { try decoder.whole() }
        #expect(decoder.ur == nil)
    }

    @Test func `hundreds of inconsistent mixed parts never complete a message`() throws {
        // The fragments never fit together, so nothing is ever complete.
        var decoder = URDecoder()
        var random = Dice(1)
        for number in 1025...1600 as ClosedRange<UInt64> {
            let data = (0..<3).map { _ in UInt8.random(in: 0...255, using: &random) }
            _ = try? decoder.receive(Self.part(number, 200, length: 598, data: data))
        }
        #expect(decoder.ur == nil)
    }

    @Test(arguments: 0..<20)
    func `rejects a part with a changed character outside its type`(seed: Int) throws {
        var dice = Dice(seed)
        let encoder = try Self.encoder(300)
        for _ in 0..<200 {
            var text = Array(encoder.part(UInt32.random(in: 1...40, using: &dice)).utf8)
            let place = Int.random(in: 0..<text.count, using: &dice)
            let old = text[place]
            text[place] = UInt8.random(in: 0x20...0x7e, using: &dice)
            if text[place] | 0x20 == old | 0x20 { continue }
            var decoder = URDecoder()
            let changed = String(decoding: text, as: UTF8.self)
            // A changed type, or a changed separator after it, gives a valid UR of another type.
            if (try? decoder.receive(changed)) != nil { #expect((3...8).contains(place)) }
        }
    }

    @Test func `the encoder enforces the same message limits as the decoder`() throws {
        let most = UR(type: "bytes", message: [UInt8](repeating: 7, count: 1 << 16))
        #expect(try UREncoder(most, fragment: 64).count == 1024)
        #expect(throws: URError.tooManyParts(found: 1041, limit: 1024)) { try UREncoder(most, fragment: 63) }
        let more = UR(type: "bytes", message: [UInt8](repeating: 7, count: 1 << 16 + 1))
        #expect(throws: URError.messageTooLong(limit: 65_536)) { try UREncoder(more) }
        #expect(throws: URError.emptyMessage) { try UREncoder(UR(type: "bytes", message: [])) }
    }

    @Test func `a message that fits one part is written as a single-part UR`() throws {
        let encoder = try Self.encoder(20)
        #expect(encoder.count == 1 && encoder.part(1) == encoder.ur.text && encoder.part(7) == encoder.ur.text)
    }
}
