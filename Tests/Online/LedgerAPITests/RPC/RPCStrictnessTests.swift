// SPDX-License-Identifier: Apache-2.0

import Codec
import HTTP
import LedgerAPI
import Stellar
import StellarXDR
import Testing

/// What the client does not accept from a server.
struct RPCStrictnessTests {
    private static let health: JSON = [
        "status": "healthy", "latestLedger": 9, "oldestLedger": 1, "ledgerRetentionWindow": 9,
    ]

    private static func answer(
        _ text: String, status: Int = 200, type: String? = "application/json"
    ) -> Result<HTTPResponse, HTTPError> {
        .success(
            HTTPResponse(
                status: status, headers: type.map { [HTTPHeader("content-type", $0)] } ?? [], body: Array(text.utf8)))
    }

    private static func error(_ answer: Result<HTTPResponse, HTTPError>) -> RPCError? {
        do throws(RPCError) {
            let base = try? HTTPURL(AskedRPC.base)
            guard let base else { return nil }
            _ = try RPCEndpoint.health.answer(answer, from: base, id: 7)
            return nil
        } catch {
            return error
        }
    }

    private static let result = #"{"status":"healthy","latestLedger":9,"oldestLedger":1,"ledgerRetentionWindow":9}"#

    @Test(arguments: [
        ("another id", #"{"jsonrpc":"2.0","id":8,"result":\#(result)}"#, "\"id\""),
        ("the id as a string", #"{"jsonrpc":"2.0","id":"7","result":\#(result)}"#, "\"id\""),
        ("no id", #"{"jsonrpc":"2.0","result":\#(result)}"#, "\"id\""),
        ("an id of null beside a result", #"{"jsonrpc":"2.0","id":null,"result":\#(result)}"#, "\"id\""),
        ("another version", #"{"jsonrpc":"1.0","id":7,"result":\#(result)}"#, "\"jsonrpc\""),
        ("no version", #"{"id":7,"result":\#(result)}"#, "\"jsonrpc\""),
        (
            "a result and an error",
            #"{"jsonrpc":"2.0","id":7,"result":\#(result),"error":{"code":-32603,"message":"x"}}"#, "\"error\""
        ),
        ("neither", #"{"jsonrpc":"2.0","id":7}"#, "\"result\""),
        ("an error without a code", #"{"jsonrpc":"2.0","id":7,"error":{"message":"x"}}"#, "\"error.code\""),
        ("an error that is a text", #"{"jsonrpc":"2.0","id":7,"error":"no"}"#, "\"error.code\""),
        ("a batch", #"[{"jsonrpc":"2.0","id":7,"result":\#(result)}]"#, "response"),
        ("a result that is a text", #"{"jsonrpc":"2.0","id":7,"result":"healthy"}"#, "\"status\""),
        ("a member twice", #"{"jsonrpc":"2.0","id":7,"id":7,"result":\#(result)}"#, "twice"),
        ("text after the document", #"{"jsonrpc":"2.0","id":7,"result":\#(result)}x"#, "not JSON"),
        ("no document", "", "not JSON"),
        ("deep nesting", String(repeating: "[", count: 100_000), "nested deeper"),
        ("a fraction", #"{"jsonrpc":"2.0","id":7,"result":{"status":"healthy","latestLedger":9.0}}"#, "latestLedger"),
        ("an exponent", #"{"jsonrpc":"2.0","id":7,"result":{"status":"healthy","latestLedger":1e3}}"#, "latestLedger"),
        ("another status", #"{"jsonrpc":"2.0","id":7,"result":{"status":"ill"}}"#, "\"status\""),
    ])
    func `refuses a response`(name: String, text: String, part: String) {
        guard case .protocolBroken(let call, let what)? = Self.error(Self.answer(text)) else {
            Issue.record("\(name) was not refused")
            return
        }
        #expect(what.contains(part), "\(name): \(what)")
        #expect(call.text == "getHealth at 127.0.0.1:8000")
    }

    @Test(arguments: ["text/html", "text/plain; charset=utf-8", "application/json-seq", "application/jsonp"])
    func `refuses another content type`(type: String) {
        let error = Self.error(Self.answer(#"{"jsonrpc":"2.0","id":7,"result":\#(Self.result)}"#, type: type))
        #expect(error?.message.contains("content type") == true && error?.kind == .protocolBroken)
    }

    @Test func `refuses a response without a content type`() {
        #expect(Self.error(Self.answer("{}", type: nil))?.kind == .protocolBroken)
    }

    @Test(arguments: ["application/json", "Application/JSON; charset=utf-8", "application/json;charset=UTF-8"])
    func `accepts JSON with parameters`(type: String) {
        #expect(Self.error(Self.answer(#"{"jsonrpc":"2.0","id":7,"result":\#(Self.result)}"#, type: type)) == nil)
    }

    @Test(arguments: [
        (503, FaultKind.unreachable), (504, .unreachable), (500, .unreachable), (429, .unreachable),
        (204, .protocolBroken), (301, .protocolBroken), (404, .protocolBroken), (415, .protocolBroken),
    ])
    func `maps a status`(status: Int, kind: FaultKind) {
        #expect(Self.error(Self.answer("", status: status))?.kind == kind)
    }

    @Test func `maps what happens below HTTP`() {
        let lost = HTTPError.cannotConnect(host: "127.0.0.1:8000", detail: "refused")
        #expect(Self.error(.failure(lost))?.kind == .unreachable)
        #expect(Self.error(.failure(.badCertificate(host: "x", detail: "")))?.kind == .protocolBroken)
        #expect(Self.error(.failure(.tooLarge(host: "x", limit: 1)))?.kind == .protocolBroken)
        #expect(Self.error(.failure(.redirectRefused(host: "x", location: "y")))?.kind == .protocolBroken)
    }

    @Test(arguments: [
        (-32601, FaultKind.protocolBroken), (-32602, .badInput), (-32600, .badInput), (-32603, .unreachable),
        (1, .badInput), (-32001, .unreachable), (-32003, .unreachable), (-32098, .unreachable), (-32000, .unreachable),
        (-32099, .unreachable), (-32100, .badInput), (-31999, .badInput),
    ])
    func `maps the code of an error`(code: Int, kind: FaultKind) {
        let text = #"{"jsonrpc":"2.0","id":7,"error":{"code":\#(code),"message":"no \u001b[2J"}}"#
        let error = Self.error(Self.answer(text))
        #expect(error?.kind == kind && error?.message.utf8.contains(0x1b) == false)
    }

    @Test func `an error about an unreadable request may have no id`() {
        let text = #"{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"parse error"}}"#
        #expect(Self.error(Self.answer(text))?.kind == .badInput)
    }

    @Test func `a request allows no response beyond its limit`() throws {
        let base = try HTTPURL(AskedRPC.base)
        #expect(RPCEndpoint.health.request(at: base, id: 1).sizeLimit == 1 << 20)
        #expect(RPCEndpoint.ledgerEntries([]).request(at: base, id: 1).sizeLimit == 16 << 20)
    }

    /// A result with one member changed, and the field that the refusal names.
    struct Change: Sendable, CustomTestStringConvertible {
        let dialog: String
        let key: String
        let value: JSON?
        var testDescription: String { "\(dialog) \(key) \(value?.text() ?? "absent")" }

        init(_ dialog: String, _ key: String, _ value: JSON?) {
            self.dialog = dialog
            self.key = key
            self.value = value
        }
    }

    private static let otherHash: JSON = .string(String(repeating: "ab", count: 32))
    private static let big: JSON = .number("9007199254740993")

    static let changes = [
        Change("getHealth", "latestLedger", nil), Change("getHealth", "latestLedger", "3400000"),
        Change("getHealth", "oldestLedger", 3_400_001), Change("getHealth", "oldestLedger", -1),
        Change("getHealth", "ledgerRetentionWindow", .number("4294967296")),
        Change("getHealth", "latestLedgerCloseTime", 1_790_000_000),
        Change("getHealth", "latestLedgerCloseTime", "-5"), Change("getHealth", "latestLedgerCloseTime", "1e9"),
        Change("getNetwork", "passphrase", nil), Change("getNetwork", "protocolVersion", "28"),
        Change("getVersionInfo", "version", 28),
        Change("getLatestLedger", "id", otherHash), Change("getLatestLedger", "sequence", 3_400_001),
        Change("getLatestLedger", "closeTime", "1790000001"), Change("getLatestLedger", "protocolVersion", 27),
        Change("getLatestLedger", "headerXdr", "AAAA"),
        Change("getFeeStats", "inclusionFee", nil), Change("getFeeStats", "sorobanInclusionFee", "100"),
        Change("getFeeStats", "latestLedger", big),
        Change("sendTransaction-pending", "hash", otherHash), Change("sendTransaction-pending", "hash", "zz"),
        Change("sendTransaction-pending", "status", "SUCCESS"), Change("sendTransaction-pending", "status", nil),
        Change("sendTransaction-pending", "errorResultXdr", "AAAAAAAAAAD////7AAAAAA=="),
        Change("sendTransaction-error", "errorResultXdr", "AAAAAAAAAGQAAAAAAAAAAAAAAAA="),
        Change("sendTransaction-error", "errorResultXdr", "AAAA"),
        Change("getTransaction-not-found", "txHash", otherHash),
        Change("getTransaction-not-found", "latestLedgerCloseTime", big),
        Change("getTransaction-not-found", "oldestLedger", 3_400_001),
        Change("getTransaction-not-found", "status", "PENDING"),
        Change("getTransaction-success", "txHash", otherHash), Change("getTransaction-success", "status", "FAILED"),
        Change("getTransaction-success", "envelopeXdr", nil), Change("getTransaction-success", "feeBump", true),
        Change("getTransaction-success", "feeBump", "false"),
        Change("getTransaction-success", "resultXdr", "AAAAAAAA75b/////AAAAAQAAAAAAAAAY/////gAAAAA="),
        Change("getTransaction-success", "resultMetaXdr", "AAAABAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="),
        Change("getTransaction-success", "resultMetaXdr", nil),
        Change("getTransaction-success", "ledger", 0), Change("getTransaction-success", "ledger", 3_400_001),
        Change("getTransaction-success", "createdAt", 1_790_000_000),
        Change("getTransaction-failed", "status", "SUCCESS"),
        Change("getTransactions", "cursor", nil), Change("getTransactions", "transactions", nil),
        Change("getEvents", "cursor", 1), Change("getEvents", "events", "none"),
        Change("prepareTransaction-source-auth", "minResourceFee", 61234),
        Change("prepareTransaction-source-auth", "minResourceFee", "-1"),
        Change("prepareTransaction-source-auth", "minResourceFee", "9223372036854775808"),
        Change("prepareTransaction-source-auth", "transactionData", nil),
        Change("prepareTransaction-source-auth", "transactionData", "AAAA"),
        Change("prepareTransaction-source-auth", "results", []),
        Change("prepareTransaction-source-auth", "results", nil),
        Change("prepareTransaction-source-auth", "error", "HostError"),
        Change("prepareTransaction-source-auth", "latestLedger", nil),
        Change("prepareTransaction-source-auth", "restorePreamble", ["minResourceFee": "1"]),
    ]

    @Test(arguments: changes)
    func `refuses a changed result`(change: Change) throws {
        let found = try #require(try Vectors.cases("rpc-dialog").first { $0["name"] == .string(change.dialog) })
        let response = try found.object("response")
        let changed = response.with("result", try response.object("result").with(change.key, change.value))
        let dialog = try RecordedDialog(found.with("response", changed))
        let error = #expect(throws: RPCError.self) { try dialog.perform() }
        #expect(error?.kind == .protocolBroken, "\(error?.message ?? "")")
    }

    @Test(arguments: ["created", "deleted", "renamed", "updated"])
    func `refuses a change of state that contradicts its kind`(kind: String) throws {
        let found = try #require(
            try Vectors.cases("rpc-dialog").first { $0["name"] == "prepareTransaction-source-auth" })
        let response = try found.object("response")
        let result = try response.object("result")
        var change = try #require(result["stateChanges"]?.asArray?.first).with("type", .string(kind))
        // For an update, the key of another entry.
        if kind == "updated" { change = change.with("key", .string(Base64.encode(EntryTests.accountKey.xdr))) }
        let changed = response.with("result", result.with("stateChanges", [change]))
        #expect(throws: RPCError.self) { try RecordedDialog(found.with("response", changed)).perform() }
    }
}
