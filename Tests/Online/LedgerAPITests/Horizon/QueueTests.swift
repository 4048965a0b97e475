// SPDX-License-Identifier: Apache-2.0

import Codec
import HTTP
import LedgerAPI
import LedgerXDR
import Stellar
import StellarXDR
import Testing

/// Responses to `POST /transactions_async`.
struct QueueTests {
    private func answer(_ status: Int, _ body: String, headers: [HTTPHeader] = []) throws -> SubmitAnswer {
        let posting = SubmissionRequest(envelope: "AAAA", hash: try Recording.hash(Recording.payment), endpoint: .queue)
        return posting.answer(.success(HTTPResponse(status: status, headers: headers, body: Array(body.utf8))))
    }

    private func said(_ word: String, hash: String = Recording.payment, _ more: String = "") -> String {
        #"{"tx_status": "\#(word)", "hash": "\#(hash)"\#(more)}"#
    }

    private static let badSequence = Base64.encode(
        TransactionResult(feeCharged: 100, result: .txBadSeq, ext: .v0).xdr)

    @Test func `posts to the given submission endpoint`() throws {
        let base = try HTTPURL("https://horizon.example/api")
        let hash = try Recording.hash(Recording.payment)
        let queue = SubmissionRequest(envelope: "A+/=", hash: hash, endpoint: .queue).request(at: base)
        #expect(queue.url.text == "https://horizon.example/api/transactions_async")
        #expect(queue.method == .post && queue.mayRepeat && queue.body == Array("tx=A%2B%2F%3D".utf8))
        let waiting = SubmissionRequest(envelope: "A+/=", hash: hash).request(at: base)
        #expect(waiting.url.path == "/api/transactions" && waiting.timeouts.total > queue.timeouts.total)
    }

    @Test func `reports PENDING and DUPLICATE as queued`() throws {
        #expect(try answer(201, said("PENDING")) == .queued(isNew: true))
        #expect(try answer(409, said("DUPLICATE")) == .queued(isNew: false))
    }

    @Test func `reports TRY_AGAIN_LATER as a full queue`() throws {
        #expect(try answer(503, said("TRY_AGAIN_LATER")) == .queueIsFull)
    }

    @Test func `reports ERROR as a rejection with the network's result`() throws {
        let body = said("ERROR", #", "error_result_xdr": "\#(Self.badSequence)""#)
        guard case .refused(let refusal) = try answer(400, body) else {
            Issue.record("not refused")
            return
        }
        #expect(refusal.codes.decisive == "tx_bad_seq" && refusal.resultXDR == Self.badSequence)
    }

    @Test(arguments: [404, 405])
    func `reports 404 and 405 as a server without a submission queue`(status: Int) throws {
        #expect(try answer(status, "") == .noQueue)
        #expect(try answer(status, "<html>Not Found</html>") == .noQueue)
    }

    @Test func `handles rate limits, stale history and malformed transactions`() throws {
        let wait = [HTTPHeader("retry-after", "3")]
        #expect(try answer(429, "", headers: wait) == .busy(status: 429, retryAfter: 3))
        let stale = #"{"type":"https://stellar.org/horizon-errors/stale_history","title":"Stale","status":503}"#
        #expect(try answer(503, stale, headers: wait) == .busy(status: 503, retryAfter: 3))
        let malformed = #"{"type":"https://stellar.org/horizon-errors/transaction_malformed","title":"M","status":400}"#
        guard case .malformed(let reason) = try answer(400, malformed) else {
            Issue.record("not turned away")
            return
        }
        #expect(reason == "Horizon refuses: M")
    }

    @Test(arguments: [
        (200, #"{"tx_status": "PENDING", "hash": "HASH"}"#), (200, "{}"), (201, "{}"), (201, ""), (201, "<html>"),
        (201, #"{"tx_status": "PENDING"}"#), (201, #"{"tx_status": "ERROR", "hash": "HASH"}"#),
        (409, #"{"tx_status": "PENDING", "hash": "HASH"}"#), (409, "{"),
        (503, #"{"tx_status": "DUPLICATE", "hash": "HASH"}"#),
        (503, "<html>"), (400, #"{"tx_status": "ERROR", "hash": "HASH"}"#),
        (400, #"{"tx_status": "ERROR", "hash": "HASH", "error_result_xdr": "AAAA"}"#),
        (400, #"{"tx_status": "TRY_AGAIN_LATER", "hash": "HASH"}"#), (500, #"{"tx_status": "ERROR", "hash": "HASH"}"#),
        (201, #"{"tx_status": "PENDING", "hash": "00"}"#), (504, ""), (202, "{}"),
    ])
    func `treats any other or inconsistent response as an unknown outcome`(status: Int, body: String) throws {
        guard case .uncertain = try answer(status, body.replacing("HASH", with: Recording.payment)) else {
            Issue.record("\(try answer(status, body))")
            return
        }
    }

    @Test func `treats a response about another transaction as an unknown outcome`() throws {
        for (status, word) in [(201, "PENDING"), (409, "DUPLICATE"), (503, "TRY_AGAIN_LATER"), (400, "ERROR")] {
            let body = said(word, hash: Recording.failed, #", "error_result_xdr": "\#(Self.badSequence)""#)
            guard case .uncertain = try answer(status, body) else {
                Issue.record("accepted \(word) about another transaction")
                continue
            }
        }
    }
}
