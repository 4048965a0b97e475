// SPDX-License-Identifier: Apache-2.0

import Codec
import HTTP
import LedgerXDR
import Stellar
import StellarXDR
import Testing

@testable import LedgerAPI
@testable import Submitting

/// What a run makes of the responses of Stellar RPC.
struct RPCAnswerTests {
    private static let hash = TransactionHash(Hash(sha256: [2]))

    private func server() throws -> RPCServer { RPCServer(try HTTPURL("http://127.0.0.1:8000/rpc"), of: .testnet) }

    private func sent(_ result: Result<HTTPResponse, HTTPError>) throws -> SubmitAnswer {
        try server().posting(of: "AAAA", hash: Self.hash, to: .queue, id: 7).read(result)
    }

    private func sent(_ members: (String, JSON)..., status: Int = 200, kind: String = "result") throws -> SubmitAnswer {
        let body: JSON = [
            "jsonrpc": "2.0", "id": 7, kind == "result" ? "result" : "error": .object(JSONObject(members)),
        ]
        return try sent(.success(Self.response(body, status: status)))
    }

    private static func response(_ body: JSON, status: Int = 200, headers: [HTTPHeader] = []) -> HTTPResponse {
        HTTPResponse(
            status: status, headers: [HTTPHeader("content-type", "application/json")] + headers,
            body: Array(body.text().utf8))
    }

    private func said(_ status: JSON, _ more: (String, JSON)..., hash: TransactionHash = hash) throws -> SubmitAnswer {
        let members: [(String, JSON)] = [
            ("status", status), ("hash", .string(hash.hex)), ("latestLedger", 9), ("latestLedgerCloseTime", "1"),
        ]
        let body: JSON = ["jsonrpc": "2.0", "id": 7, "result": .object(JSONObject(members + more))]
        return try sent(.success(Self.response(body)))
    }

    private func isUncertain(_ answer: SubmitAnswer) -> Bool { if case .uncertain = answer { true } else { false } }

    @Test func `submits the bytes of the journal`() throws {
        let request = try server().posting(of: "AAAA", hash: Self.hash, to: .waiting, id: 7).request
        let posted = try JSON(parsing: request.body ?? [])
        #expect(posted["method"] == "sendTransaction" && posted["params"]?["transaction"] == "AAAA")
        #expect(request.url.text == "http://127.0.0.1:8000/rpc" && request.mayRepeat)
    }

    @Test func `no status is success`() throws {
        #expect(try said("PENDING") == .queued(isNew: true))
        #expect(try said("DUPLICATE") == .queued(isNew: false))
        #expect(try said("TRY_AGAIN_LATER") == .queueIsFull)
        #expect(isUncertain(try said("SUCCESS")))
    }

    @Test func `an error is a rejection with its code`() throws {
        let result = TransactionResult(feeCharged: 0, result: .txSorobanInvalid, ext: .v0)
        guard case .refused(let refusal) = try said("ERROR", ("errorResultXdr", .string(Base64.encode(result.xdr))))
        else {
            Issue.record("not refused")
            return
        }
        #expect(refusal.codes.decisive == .txSorobanInvalid)
    }

    @Test func `an error without a result is an unknown outcome`() throws {
        #expect(isUncertain(try said("ERROR")))
        #expect(isUncertain(try said("ERROR", ("errorResultXdr", "AAAA"))))
    }

    @Test func `a response about another transaction is an unknown outcome`() throws {
        #expect(isUncertain(try said("PENDING", hash: TransactionHash(Hash(sha256: [9])))))
    }

    @Test func `a response with another id is an unknown outcome`() throws {
        let body: JSON = ["jsonrpc": "2.0", "id": 8, "error": ["code": -32602, "message": "invalid_xdr"]]
        #expect(isUncertain(try sent(.success(Self.response(body)))))
    }

    @Test func `a request that the server cannot read is turned away`() throws {
        guard case .malformed(let reason) = try sent(("code", -32602), ("message", "invalid_xdr"), kind: "error")
        else {
            Issue.record("not turned away")
            return
        }
        #expect(reason == "sendTransaction at 127.0.0.1:8000: the server refuses: invalid_xdr (-32602)")
    }

    @Test func `a server without the method takes nothing`() throws {
        guard case .submissionDisabled = try sent(("code", -32601), ("message", "method not found"), kind: "error")
        else {
            Issue.record("not closed")
            return
        }
    }

    @Test func `an internal error is an unknown outcome`() throws {
        #expect(isUncertain(try sent(("code", -32603), ("message", "could not submit"), kind: "error")))
    }

    @Test(arguments: [(-32001, "request exceeded processing limit threshold"), (-32003, "x"), (-32000, "x"), (1, "x")])
    func `an error after which it may have been passed on is an unknown outcome`(code: Int64, text: String) throws {
        #expect(isUncertain(try sent(("code", .integer(code)), ("message", .string(text)), kind: "error")))
    }

    @Test func `a full queue is a delay`() throws {
        let words: JSON = "rpc queue for sendTransaction surpassed queue limit, try again later"
        #expect(
            try sent(("code", -32098), ("message", words), kind: "error") == .busy(status: 503, retryAfter: nil))
    }

    @Test func `a node that filters a transaction has not passed it on`() throws {
        let answer = try sent(("code", -32603), ("message", "invalid status from stellar-core"), kind: "error")
        guard case .declined = answer else {
            Issue.record("not declined: \(answer)")
            return
        }
    }

    @Test func `a rejection with an unknown code is an unknown outcome that names the code`() throws {
        let strange = Base64.encode([0, 0, 0, 0, 0, 0, 0, 100] + [255, 255, 255, 157] + [0, 0, 0, 0])
        #expect(
            try said("ERROR", ("errorResultXdr", .string(strange)))
                == .uncertain(reason: "the network refuses it with the unknown result code -99"))
    }

    @Test(arguments: [500, 502, 503, 504, 404, 200])
    func `a status without a response is an unknown outcome`(status: Int) throws {
        #expect(isUncertain(try sent(.success(HTTPResponse(status: status)))))
    }

    @Test func `a rate limit is a delay`() throws {
        let response = HTTPResponse(status: 429, headers: [HTTPHeader("Retry-After", "3")])
        #expect(try sent(.success(response)) == .busy(status: 429, retryAfter: 3))
    }

    @Test func `distinguishes what was not sent from what may have arrived`() throws {
        let refused = HTTPError.cannotConnect(host: "h", detail: "refused")
        #expect(try sent(.failure(refused)) == .notSent(refused))
        #expect(isUncertain(try sent(.failure(.timedOut(host: "h", .mayHaveArrived)))))
        #expect(isUncertain(try sent(.failure(.tooLarge(host: "h", limit: 1)))))
    }

    // MARK: lookups

    private func looked(_ result: Result<HTTPResponse, HTTPError>) throws -> StatusQuery.Answer {
        let transaction = PendingTransaction(
            hash: Self.hash, source: FakeHorizon.aliceID, sequence: 101, maxTime: nil)
        return try server().query(.ledgerOutcome, about: transaction, id: 7).read(result)
    }

    private func looked(_ members: (String, JSON)...) throws -> StatusQuery.Answer {
        let ledgers: [(String, JSON)] = [
            ("latestLedger", 2000), ("latestLedgerCloseTime", "1790000000"), ("oldestLedger", 1000),
            ("oldestLedgerCloseTime", "1789990000"), ("txHash", .string(Self.hash.hex)),
        ]
        let body: JSON = ["jsonrpc": "2.0", "id": 7, "result": .object(JSONObject(ledgers + members))]
        return try looked(.success(Self.response(body)))
    }

    @Test func `NOT_FOUND says in which ledgers`() throws {
        let range = LedgerRange(
            first: 1000, firstClosedAt: 1_789_990_000, last: 2000, lastClosedAt: 1_790_000_000)
        #expect(try looked(("status", "NOT_FOUND")) == .ledgerOutcome(nil, through: range))
    }

    @Test func `a success without the transaction's envelope is no answer`() throws {
        guard case .silence(nil, let words?) = try looked(("status", "SUCCESS"), ("ledger", 1500)) else {
            Issue.record("it counts")
            return
        }
        #expect(words.hasPrefix("the answer to getTransaction at 127.0.0.1:8000 is not Stellar RPC's: "))
        #expect(words.contains("envelopeXdr"))
    }

    @Test func `a server that asks for time is asked later`() throws {
        let busy = HTTPResponse(status: 503, headers: [HTTPHeader("Retry-After", "9")])
        #expect(try looked(.success(busy)) == .silence(seconds: 9))
        #expect(try looked(.failure(.timedOut(host: "h", .mayHaveArrived))) == .silence(seconds: nil))
    }

    @Test func `a range covers what the journal got after its first ledger closed`() {
        let range = LedgerRange(first: 1000, firstClosedAt: 5000, last: 2000, lastClosedAt: 9000)
        #expect(range.covers(everythingSince: 5060) && !range.covers(everythingSince: 5059))
        #expect(!range.covers(everythingSince: nil))
        let whole = LedgerRange(first: 2, firstClosedAt: 5000, last: 2000, lastClosedAt: 9000)
        #expect(whole.covers(everythingSince: nil))
        let both = range.intersection(LedgerRange(first: 900, firstClosedAt: 4000, last: 1900, lastClosedAt: 8000))
        #expect(both == LedgerRange(first: 1000, firstClosedAt: 5000, last: 1900, lastClosedAt: 8000))
    }
}
