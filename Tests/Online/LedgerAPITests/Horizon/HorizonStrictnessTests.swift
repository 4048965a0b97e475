// SPDX-License-Identifier: Apache-2.0

import Codec
import HTTP
import LedgerAPI
import Stellar
import StellarXDR
import Testing

/// The handling of malformed and hostile server responses.
struct HorizonStrictnessTests {
    /// Every request that has a recorded response, by the recording's name.
    private static let questions: [(name: String, ask: @Sendable (HorizonClient) throws -> Void)] = [
        ("root", { _ = try $0.root() }),
        ("ledgers", { _ = try $0.latestLedger() }),
        ("fee_stats", { _ = try $0.feeStats() }),
        ("account", { _ = try $0.account(try Recording.account(Recording.alice)) }),
        ("payments", { _ = try $0.payments(of: try Recording.account(Recording.alice), limit: 10) }),
        (
            "paths_send",
            {
                _ = try $0.pathsStrictSend(
                    try Amount("10"), of: .native, to: try Asset("USDC:\(Recording.issuer)"))
            }
        ),
        ("transaction", { _ = try $0.transaction(try Recording.hash(Recording.payment)) }),
        ("transaction_by_inner_hash", { _ = try $0.transaction(try Recording.hash(Recording.inner)) }),
    ]

    private func answer(_ body: [UInt8], status: Int = 200) throws -> HorizonClient {
        try AskedHorizon(.success(HTTPResponse(status: status, body: body))).client
    }

    private func isBroken(_ ask: () throws -> Void) throws -> Bool {
        let error = try #require(throws: HorizonError.self) { try ask() }
        if case .protocolBroken = error { return true }
        throw error
    }

    @Test(arguments: questions.indices)
    func `rejects every truncated response`(index: Int) throws {
        let (name, ask) = Self.questions[index]
        let whole = Array(try Recording.body(name).dropLast())  // its line end
        for length in stride(from: 0, to: whole.count, by: 61) {
            #expect(try isBroken { try ask(try answer(Array(whole.prefix(length)))) })
        }
        try ask(try answer(whole))
    }

    @Test(arguments: questions.indices)
    func `rejects a response that has the wrong structure`(index: Int) throws {
        let ask = Self.questions[index].ask
        for text in [
            "null", "[]", "{}", "7", "\"text\"", "<html></html>", "\u{FEFF}{}", #"{"_embedded":{"records":{}}}"#,
        ] {
            #expect(try isBroken { try ask(try answer(Array(text.utf8))) })
        }
    }

    @Test(arguments: questions.indices)
    func `does not crash on a member of another type or size`(index: Int) throws {
        let (name, ask) = Self.questions[index]
        for replacement in [.null, [], "x", -1, 9_223_372_036_854_775_807, "99999999999999999999"] as [JSON] {
            for changed in Self.changed(try Recording.json(name), replacement) {
                do { try ask(try answer(Array(changed.text().utf8))) } catch is HorizonError {}
            }
        }
    }

    /// The document with one member at a time replaced, everywhere but in links.
    private static func changed(_ json: JSON, _ replacement: JSON) -> [JSON] {
        var found: [JSON] = []
        if let object = json.asObject {
            for key in object.keys where key != "_links" {
                for inner in [replacement] + (object[key].map { changed($0, replacement) } ?? []) {
                    var copy = object
                    copy[key] = inner
                    found.append(.object(copy))
                }
            }
        }
        for (position, element) in (json.asArray ?? []).enumerated() {
            for inner in changed(element, replacement) {
                var copy = json.asArray ?? []
                copy[position] = inner
                found.append(.array(copy))
            }
        }
        return found
    }

    @Test(arguments: ["account_id", "sequence", "subentry_count", "thresholds", "flags", "balances", "signers", "data"])
    func `rejects an account without a required member and names the member`(key: String) throws {
        let object = try #require(try Recording.json("account").asObject)
        let without = JSON.object(JSONObject(object.members.filter { $0.key != key }.map { ($0.key, $0.value) }))
        let error = try #require(throws: HorizonError.self) {
            try answer(Array(without.text().utf8)).account(try Recording.account(Recording.alice))
        }
        #expect(error.message.contains("\"\(key)\" is missing"))
    }

    @Test(arguments: [
        ("1000.5000000", "1000.50000001"), ("1000.5000000", "922337203685.4775808"), ("1000.5000000", "-1.0000000"),
        ("1000.5000000", "1e3"), ("1000.5000000", "1,000.5"), ("9007199254740993", "9223372036854775808"),
        ("9007199254740993", "-5"),
        ("9007199254740993", "9007199254740993.0"), ("MQ==", "MR=="), ("\"native\"", "\"lumen\""), ("USDC", "US DC"),
        ("\"weight\": 1", "\"weight\": 1.0"), ("\"sequence_ledger\"", "\"sequence\""),
        ("\"is_authorized\": true", "\"is_authorized\": \"true\""),
    ])
    func `rejects a malformed or out-of-range number, asset, data entry or flag`(good: String, bad: String) throws {
        let text = String(decoding: try Recording.body("account"), as: UTF8.self)
        let client = try answer(Array(text.replacing(good, with: bad).utf8))
        #expect(text.contains(good))
        #expect(try isBroken { _ = try client.account(try Recording.account(Recording.alice)) })
    }

    @Test(arguments: [
        ("root", "history_latest_ledger"), ("root", "core_latest_ledger"), ("ledgers", "sequence"),
        ("ledgers", "base_fee_in_stroops"), ("ledgers", "base_reserve_in_stroops"), ("fee_stats", "last_ledger"),
        ("account", "sequence_ledger"), ("account", "last_modified_ledger"), ("account", "subentry_count"),
        ("account", "low_threshold"), ("account", "weight"), ("transaction", "ledger"),
    ])
    func `rejects an out-of-range number and names its member`(recording: String, key: String) throws {
        let ask = try #require(Self.questions.first { $0.name == recording }?.ask)
        let text = String(decoding: try Recording.body(recording), as: UTF8.self)
        let member = try Regex("\"\(key)\": *\"?[0-9]+\"?")
        #expect(text.contains(member))
        for number in ["-1", "4294967296", "9223372036854775807"] {
            let body = text.replacing(member, with: "\"\(key)\": \(number)")
            let error = try #require(throws: HorizonError.self) { try ask(try answer(Array(body.utf8))) }
            #expect(error.message.contains("\(key)\" is out of range"), "\(number)")
        }
    }

    @Test func `escapes server text in error messages`() throws {
        let body = #"{"type":"x/bad_request","title":"\u001b[2J","status":400,"detail":"\u202e"}"#
        let error = try #require(throws: HorizonError.self) {
            try AskedHorizon(text: body, status: 400).client.feeStats()
        }
        #expect(error.message == #"Horizon refuses: \x1b[2J (\xe2\x80\xae)"#)
    }

    @Test(arguments: [500, 502, 503, 504])
    func `reports a server error as unavailable, regardless of the body`(status: Int) throws {
        let asked = try AskedHorizon(
            text: "<html>oops</html>", status: status, headers: [HTTPHeader("retry-after", "30")])
        #expect(throws: HorizonError.unavailable(status: status, retryAfter: 30)) { try asked.client.root() }
    }

    private static func dates(_ end: String, now: String) -> [HTTPHeader] {
        [HTTPHeader("retry-after", end), HTTPHeader("date", now)]
    }

    @Test(
        arguments: [
            ([HTTPHeader("retry-after", "2")], 2), ([HTTPHeader("x-ratelimit-reset", "5")], 5), ([], nil),
            ([HTTPHeader("retry-after", "Wed, 21 Oct 2026 07:28:00 GMT"), HTTPHeader("x-ratelimit-reset", "9")], 9),
            ([HTTPHeader("retry-after", "-1")], nil), ([HTTPHeader("retry-after", "999999999")], 3600),
            ([HTTPHeader("retry-after", "99999999999999999999")], 3600), ([HTTPHeader("retry-after", "soon")], nil),
            // A date is relative to the server's own Date header.
            (dates("Wed, 21 Oct 2026 07:28:00 GMT", now: "Wed, 21 Oct 2026 07:27:48 GMT"), 12),
            (dates("Wed, 21 Oct 2026 07:28:00 GMT", now: "Wed, 21 Oct 2026 07:28:01 GMT"), 0),
            (dates("Wed, 21 Oct 2099 07:28:00 GMT", now: "Wed, 21 Oct 2026 07:28:01 GMT"), 3600),
            (dates("Wed, 21 Oct 2026 07:28:00 GMT", now: "whenever"), nil),
        ] as [([HTTPHeader], Int?)])
    func `reads the delay of a rate limit from the response headers`(headers: [HTTPHeader], seconds: Int?) throws {
        let asked = try AskedHorizon(text: "", status: 429, headers: headers)
        #expect(throws: HorizonError.rateLimited(retryAfter: seconds)) { try asked.client.feeStats() }
    }

    @Test func `passes on a transport error`() throws {
        let error = HTTPError.badCertificate(host: "h", detail: "self-signed")
        #expect(throws: HorizonError.unreachable(error)) { try AskedHorizon(.failure(error)).client.root() }
    }

    @Test func `limits response sizes and follows no redirects`() throws {
        let asked = try AskedHorizon(
            .success(try Recording.response("root")), .success(try Recording.response("payments")),
            .success(try Recording.response("transaction")))
        _ = try asked.client.root()
        _ = try asked.client.payments(of: try Recording.account(Recording.alice), limit: 1)
        _ = try asked.client.transaction(try Recording.hash(Recording.payment))
        let limits: [Int] = [1 << 20, 4 << 20, 16 << 20]
        #expect(asked.transport.requests.map(\.sizeLimit) == limits)
        #expect(asked.transport.requests.allSatisfy { $0.redirects == .none })
    }
}
