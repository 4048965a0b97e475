// SPDX-License-Identifier: Apache-2.0

import Codec
import HTTP
import Stellar
import Testing

@testable import AnchorAPI

/// Values that anchors write in forms of their own.
struct AnchorValueTests {
    @Test(arguments: [
        "2037-01-01T00:00:00Z", "2037-01-01T00:00:00.123+0000", "2037-01-01T02:00:00+0200", "2036-12-31T19:00:00-0500",
        "2037-01-01T00:00:00+00:00", "2114380800", "2114380800000",
    ])
    func `reads a time of RFC 3339, with an offset without a colon, and in seconds or milliseconds`(text: String) {
        #expect(AnchorValue.time(.string(text)) == Timestamp(2_114_380_800))
    }

    @Test(arguments: ["2114380800", "2114380800000", "2114380800.75", "2.1143808e9", "2.1143808e+12"])
    func `reads a time that is a number`(literal: String) {
        #expect(AnchorValue.time(.number(literal)) == Timestamp(2_114_380_800))
    }

    @Test(
        arguments: [
            "2037-01-01T00:00:00", "2037-01-01", "tomorrow", "", "2037-01-01T00:00:00+000", "2037-13-01T00:00:00+0000",
            "01/02/2037", "2037-01-01T00:00:00 UTC", "+0000", .number("-1"), .number("1e400"), true, .null, [],
        ] as [JSON])
    func `rejects a time that could mean several, and shows it`(value: JSON) {
        #expect(AnchorValue.time(value) == nil)
        let fault = AnchorValue.fault(of: "expires_at", in: ["expires_at": value])
        #expect(fault == (value == .null ? "has no expires_at" : "has an unusable expires_at: \(value.text())"))
    }

    @Test(arguments: ["ACCEPTED", "accepted", "Accepted"])
    func `reads a customer's status in any case`(status: String) throws {
        #expect(try Customer(["status": .string(status)], of: "example.com").status == .accepted)
    }

    @Test(arguments: [("PENDING", "\"PENDING\", which SEP-12 does not define"), ("", "\"\""), (nil, "has no status")])
    func `names a customer's status that no SEP defines`(status: String?, words: String) {
        let document: JSON = status.map { ["status": .string($0)] } ?? ["id": "c1"]
        let error = #expect(throws: AnchorError.self) { try Customer(document, of: "example.com") }
        #expect(error?.message.contains(words) == true)
    }

    @Test(
        arguments: [
            (["status": "x"], "has no id"), (["id": [], "status": "x"], "unusable id: []"),
            (["id": "7"], "7 has no status"),
            (["id": 7, "status": false], "7 has an unusable status: false"),
            (["id": "", "status": "x"], "unusable id: \"\""),
        ] as [(JSON, String)])
    func `names what a transaction lacks`(document: JSON, words: String) {
        let error = #expect(throws: AnchorError.self) { try Transfer(document, of: "example.com") }
        #expect(error?.message.contains(words) == true)
    }

    private static func token(_ claims: String) -> String {
        let parts = ["{\"alg\":\"HS256\"}", claims].map { text in
            Base64.encode(Array(text.utf8)).replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
        }
        return parts.joined(separator: ".") + ".AAAA"
    }

    @Test(arguments: ["2114380800", "2114380800000", "2114380800.5", "2.1143808e9"])
    func `reads an expiry in seconds or milliseconds`(literal: String) throws {
        #expect(
            try AccessToken(Self.token("{\"exp\":\(literal),\"iat\":\(literal)}")).expiry == Timestamp(2_114_380_800))
    }

    @Test(arguments: [
        ("{}", "it has no exp"), ("{\"exp\":\"soon\"}", "its exp cannot be used: \"soon\""),
        ("{\"exp\":2114380800,\"iat\":-1}", "its iat cannot be used: -1"),
        ("{\"exp\":1e99}", "its exp cannot be used: 1e99"),
    ])
    func `names a claim that cannot be used, with its value`(claims: String, words: String) {
        let error = #expect(throws: AccessTokenError.self) { try AccessToken(Self.token(claims)) }
        #expect(error?.message == words)
    }
}
