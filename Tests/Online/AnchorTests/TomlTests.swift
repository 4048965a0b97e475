// SPDX-License-Identifier: Apache-2.0

import Anchor
import CurlHTTP
import Testing
import TextCodec

struct TomlTests {
    private static func read(_ bytes: [UInt8]) throws -> StellarToml {
        try StellarToml(bytes, of: HomeDomain("example.com", allowsLoopback: false))
    }

    private static func read(_ text: String) throws -> StellarToml { try read(Array(text.utf8)) }

    @Test func `reads only top-level values that are strings`() throws {
        let toml = try Self.read("A = \"x\"\nB = 7\n[T]\nC = \"y\"\n")
        #expect(toml.text("A") == "x" && toml.text("B") == nil && toml.text("C") == nil && toml.text("T") == nil)
    }

    @Test func `accepts a byte order mark and CRLF line ends`() throws {
        #expect(try Self.read([0xef, 0xbb, 0xbf] + Array("A = \"x\"\r\nB = \"y\"\r\n".utf8)).text("B") == "y")
    }

    @Test(arguments: [
        Array("A = ".utf8), Array("A = \"x\"\nA = \"y\"".utf8), Array("<html></html>".utf8), [0xff, 0xfe],
        Array("A = \"x\"\u{0}B".utf8), Array("[[".utf8), Array("A = \"unclosed".utf8),
    ])
    func `rejects malformed TOML`(bytes: [UInt8]) {
        let error = #expect(throws: AnchorError.self) { try Self.read(bytes) }
        guard case .badToml = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test(arguments: ["A.", "[A.", "x = {A.", "\"\".", "[[["])
    func `rejects excessive nesting`(start: String) {
        let text = start + String(repeating: "a.", count: 45_000) + "a]} = 1"
        #expect(throws: AnchorError.self) { try Self.read(text) }
        for unit in ["[", "{a="] {
            #expect(throws: AnchorError.self) { try Self.read("A = " + String(repeating: unit, count: 30_000)) }
        }
    }

    @Test(arguments: [("[[[", 1), ("[é", 1), ("A = 1\nB =\n", 2), ("A = \"x\"\r\n\r\nA = 1", 3)])
    func `the error names the domain and the line`(text: String, line: Int) {
        let error = #expect(throws: AnchorError.self) { try Self.read(text) }
        #expect(error?.message.hasPrefix("the stellar.toml of example.com cannot be used: line \(line): ") == true)
    }

    /// Randomly mutated files: each is either read and reported on, or rejected.
    @Test(arguments: TomlVectorTests.Row.all.filter { !$0.file.hasPrefix("size") })
    func `does not crash on a mutated file`(row: TomlVectorTests.Row) throws {
        let original = try TomlVectorTests.Row.bytes(row.file)
        let special = Array("[]{}=.,\"'\\#\n\r\0 \u{e9}0x-:".utf8)
        var state = original.reduce(UInt64(1469598103934665603)) { ($0 ^ UInt64($1)) &* 1099511628211 } | 1
        func random(_ limit: Int) -> Int {
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            return Int(state % UInt64(limit))
        }
        for _ in 0..<200 {
            var bytes = original
            for _ in 0...random(8) {
                let place = random(bytes.count + 1)
                switch random(3) {
                case 0: bytes.insert(special[random(special.count)], at: place)
                case 1 where place < bytes.count: bytes[place] = UInt8(random(256))
                default: bytes.removeSubrange(place..<min(bytes.count, place + random(6)))
                }
            }
            guard let toml = try? Self.read(bytes) else { continue }
            _ = toml.report()
            _ = try? toml.endpoint("WEB_AUTH_ENDPOINT")
            _ = try? toml.account("SIGNING_KEY")
        }
    }

    /// The report on a file that describes some currencies and links to the files of the last ones.
    private static func links(behind described: Int, _ count: Int) throws -> (TomlReport, RecordedTransport) {
        let here = String(repeating: "[[CURRENCIES]]\ncode = \"HERE\"\n", count: described)
        let elsewhere = (0..<count).map { "[[CURRENCIES]]\ntoml = \"https://example.com/\($0).toml\"\n" }.joined()
        let transport = RecordedTransport { _ in
            .success(HTTPResponse(status: 200, body: Array("code = \"FAR\"\n".utf8)))
        }
        return (try read(here + elsewhere).report(by: transport), transport)
    }

    @Test func `limits the number of linked currency files, not their position`() throws {
        let (report, transport) = try Self.links(behind: 22, 1)
        #expect(transport.requests.count == 1 && report.problems.isEmpty)
        #expect(report.document["currencies"]?.asArray?.last?["code"]?.asString == "FAR")
    }

    @Test func `fetches at most 20 linked currency files`() throws {
        let (report, transport) = try Self.links(behind: 0, 23)
        #expect(transport.requests.count == 20)
        #expect(report.problems.map(\.place) == (21...23).map { "CURRENCIES \($0).toml" })
        #expect(report.problems.allSatisfy { $0.reason == "there are too many of them" })
    }

    @Test func `rejects a file longer than 100 KiB without reading it whole`() throws {
        let transport = RecordedTransport { request in
            .failure(.tooLarge(host: "example.com", limit: request.sizeLimit))
        }
        let domain = try HomeDomain("example.com", allowsLoopback: false)
        #expect(throws: AnchorError.badToml(domain: "example.com", reason: "it is longer than 100 KiB")) {
            try StellarToml.fetch(domain, by: transport)
        }
        #expect(transport.requests.map(\.sizeLimit) == [102_400])
    }
}
