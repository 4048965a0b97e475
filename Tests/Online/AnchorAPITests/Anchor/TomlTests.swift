// SPDX-License-Identifier: Apache-2.0

import AnchorAPI
import Codec
import HTTP
import Stellar
import StellarXDR
import Testing

struct TomlTests {
    private static func read(_ bytes: [UInt8]) throws -> StellarToml {
        try StellarToml(bytes, of: HomeDomain("example.com", allowsLoopback: false))
    }

    private static func read(_ text: String) throws -> StellarToml { try read(Array(text.utf8)) }

    @Test func `reads only top-level values that are strings`() throws {
        let toml = try Self.read("A = \"x\"\nB = 7\n[T]\nC = \"y\"\n")
        #expect(toml.text("A") == "x" && toml.text("B") == nil && toml.text("C") == nil && toml.text("T") == nil)
    }

    @Test func `currencies are values, and a template stands for several codes`() throws {
        let issuer = "GDK36SR7ZTTRPMBYRPGCOSPLYFEK3GLJWI7UL3Q3MBP5LB3YK5VMI6ET"
        let toml = try Self.read(
            """
            [DOCUMENTATION]
            ORG_NAME = "Example"
            [[CURRENCIES]]
            code = "USD"
            issuer = "\(issuer)"
            [[CURRENCIES]]
            code_template = "CORN?"
            issuer = "\(issuer)"
            [[CURRENCIES]]
            code = 7
            """)
        let report = toml.report()
        #expect(report.organization == "Example")
        #expect(report.currencies.map(\.code) == ["USD", nil, nil])
        #expect(report.currencies.map(\.issuer) == [issuer, issuer, nil])
        let account = try AccountID(address: issuer)
        #expect(toml.issuer(of: "USD") == account && toml.issuer(of: "EUR") == nil && toml.names(account))
        for (code, isListed) in [("USD", true), ("CORN1", true), ("CORN", false), ("EUR", false)] {
            #expect(toml.lists(try Asset("\(code):\(issuer)")) == isListed, "\(code)")
        }
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

    @Test(arguments: [
        "<html></html>", " \r\n<!DOCTYPE html>", "\u{feff}<?xml version=\"1.0\"?><html/>", "<!-- A = 1 -->",
    ])
    func `says that a web page came in place of the file`(text: String) {
        let error = #expect(throws: AnchorError.self) { try Self.read(text) }
        #expect(error?.message.contains("web page") == true && error?.message.contains("line") == false)
    }

    @Test(arguments: [
        "9223372036854775808", "-9223372036854775809", "10000000000000000000000", "1_000_000_000_000_000_000_000",
        "0xffffffffffffffff", "0o7777777777777777777777", "+99999999999999999999",
    ])
    func `says that an integer is too large`(number: String) {
        let error = #expect(throws: AnchorError.self) { try Self.read("A = 1\nB = \(number)") }
        #expect(error?.message.contains("line 2: the integer is too large: TOML has 64 bits") == true)
    }

    @Test(arguments: ["1__0", "0x", "01", "- 1", "abc", "1e", "9223372036854775808x"])
    func `says of what is no integer that it is no value`(text: String) {
        let error = #expect(throws: AnchorError.self) { try Self.read("B = \(text)") }
        #expect(error?.message.contains("too large") == false)
    }

    /// Each key of SEP-1's top level, behind each kind of table.
    @Test(arguments: [
        "[DOCUMENTATION]", "[[CURRENCIES]]\ncode=\"A\"\n[[CURRENCIES]]", "[[PRINCIPALS]]", "[[VALIDATORS]]", "[OTHER]",
        "[A.B.C]",
    ])
    func `reports a key behind a table`(header: String) throws {
        for (key, said) in [
            ("SIGNING_KEY", ""), ("signing_key", ", in upper case: SIGNING_KEY"),
            ("Web_Auth_Endpoint", ", in upper case: WEB_AUTH_ENDPOINT"),
        ] {
            let toml = try Self.read("VERSION = \"2\"\n\(header)\n\(key) = \"x\"\n")
            let problem = try #require(toml.report().problems.first { $0.place.hasSuffix(".\(key)") })
            #expect(problem.reason == "it belongs above the first table\(said)")
        }
        let counted = try Self.read("VERSION = \"2\"\n\(header)\nVERSION = \"3\"\n").report().problems
        #expect(!counted.contains { $0.place.hasSuffix("VERSION") })
    }

    @Test(arguments: [
        ("signing_key = \"x\"", "signing_key", "keys are in upper case: SIGNING_KEY"),
        ("[documentation]\nORG_NAME = \"x\"", "documentation", "tables are in upper case: DOCUMENTATION"),
        ("[[Currencies]]\ncode = \"A\"", "Currencies", "tables are in upper case: CURRENCIES"),
        ("[[CURRENCIES]]\nCode = \"A\"", "CURRENCIES 1.Code", "keys are in lower case: code"),
        ("[DOCUMENTATION]\norg_name = \"x\"", "DOCUMENTATION.org_name", "keys are in upper case: ORG_NAME"),
        ("ORG_NAME = \"x\"", "ORG_NAME", "it belongs in [DOCUMENTATION]"),
        ("[[CURRENCIES]]\nORG_URL = \"x\"", "CURRENCIES 1.ORG_URL", "it belongs in [DOCUMENTATION]"),
        ("[\"\u{202e}\"]\nACCOUNTS = []", "\\xe2\\x80\\xae.ACCOUNTS", "it belongs above the first table"),
    ])
    func `reports keys and tables in another case or another table`(text: String, place: String, reason: String) throws
    {
        let problems = try Self.read(text).report().problems
        #expect(problems.contains { $0.place == place && $0.reason == reason })
    }

    @Test func `an anchor without a service says where its key is`() throws {
        let toml = try Self.read("[[CURRENCIES]]\ncode = \"A\"\nWEB_AUTH_ENDPOINT = \"https://example.com\"\n")
        let message = toml.noService("login", "WEB_AUTH_ENDPOINT").message
        #expect(
            message == "example.com offers no login: its stellar.toml has no WEB_AUTH_ENDPOINT that counts "
                + "(CURRENCIES 1.WEB_AUTH_ENDPOINT: it belongs above the first table)")
        #expect(toml.noService("quotes", "ANCHOR_QUOTE_SERVER").message.hasSuffix("has no ANCHOR_QUOTE_SERVER"))
    }

    @Test func `a secret key in place of an account is not called twice what it is`() throws {
        let seed = "SCHHVTKFFF6KYB67CEMQBAAFEK4OIYPFUKYFCE2AK4F3LHTSWYV36YEZ"
        let problems = try Self.read("SIGNING_KEY = \"\(seed)\"\nACCOUNTS = [\"\(seed)\"]").report().problems
        #expect(problems.count == 2)
        for problem in problems {
            #expect(problem.reason == "it is a secret key (S...), not an address; it is not repeated here")
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
