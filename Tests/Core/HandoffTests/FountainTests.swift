// SPDX-License-Identifier: Apache-2.0

import Codec
import Handoff
import Testing

/// The fountain code of BCR-2024-001 against the values that its implementations publish.
struct FountainTests {
    private let published = must { try Vectors.allUR.object("published") }

    private static let wolf = Array("Wolf".utf8)

    @Test func `the generator produces the published sequences`() throws {
        let row = try #require(try published.array("xoshiro").first)
        let wanted = try row.array("next_mod_100").compactMap { $0.asInteger(UInt64.self) }
        #expect(wanted.count == 100)
        var random = FountainRandom(seed: try Hex.decode(row.string("seed_hex")))
        #expect(wanted.map { _ in random.next() % 100 } == wanted)
        var whole = FountainRandom(seed: Self.wolf)
        #expect((0..<10).map { _ in whole.next(below: 10) + 1 } == [6, 5, 8, 4, 10, 5, 7, 10, 4, 9])
        var other = FountainRandom(seed: try Hex.decode("598c84dc"))
        #expect((0..<10).map { _ in other.next() % 100 } == [88, 44, 94, 74, 0, 99, 7, 77, 68, 35])
    }

    @Test func `the generator produces the published bytes`() {
        #expect(Hex.encode(message(20)) == "916ec65cf77cadf55cd7f9cda1a1030026ddd42e")
    }

    @Test func `the alias sampler produces the published draws`() {
        var random = FountainRandom(seed: Self.wolf)
        let sampler = FountainDegrees(weights: [1, 2, 4, 8])
        let draws = (0..<500).map { _ in sampler.draw(&random) }
        #expect(Array(draws.prefix(10)) == [3, 3, 3, 3, 3, 3, 3, 0, 2, 3])
        #expect((0..<4).map { weight in draws.count { $0 == weight } } == [28, 68, 130, 274])
    }

    @Test func `selects the published fragments for every part`() throws {
        let row = try #require(try published.array("fragment_choice").first)
        let bytes = message(try row.integer("message_len"))
        let encoder = try UREncoder(
            UR(type: "bytes", message: bytes), fragment: try row.integer("max_fragment_len"))
        let wanted = try row.array("fragments_for_seq_1_up").map { $0.asArray?.compactMap { $0.asInteger(Int.self) } }
        #expect(encoder.count == 11 && wanted.count == 50)
        for (place, fragments) in wanted.enumerated() {
            #expect(encoder.fragments(of: UInt32(place + 1)).elements == fragments)
        }
    }

    @Test func `draws the published degree distribution over 1000 parts`() {
        var random = FountainRandom(seed: Self.wolf)
        let sampler = FountainDegrees(count: 11)
        let degrees = (0..<1000).map { _ in sampler.draw(&random) + 1 }
        #expect(Array(degrees.prefix(10)) == [7, 9, 2, 1, 4, 2, 1, 1, 3, 10])
        #expect((1...11).map { degree in degrees.count { $0 == degree } } == Self.counts)
    }

    private static let counts = [328, 151, 116, 77, 71, 54, 52, 55, 33, 33, 30]

    @Test(arguments: [(12345, 1005, 1955, 1764), (12345, 1005, 30000, 12345), (100, 10, 150, 100), (301, 10, 150, 101)])
    func `fragment lengths are as equal as possible`(message: Int, least: Int, most: Int, length: Int) {
        #expect(UREncoder.fragmentLength(message: message, least: least, most: most) == length)
    }

    private func message(_ count: Int) -> [UInt8] {
        var random = FountainRandom(seed: Self.wolf)
        return (0..<count).map { _ in UInt8(random.next(below: 256)) }
    }
}
