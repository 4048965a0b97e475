// SPDX-License-Identifier: Apache-2.0

import HTTP
import LedgerAPI
import LedgerXDR
import Stellar
import StellarXDR
import Testing

struct SubmittingTests {
    private func posting(_ hash: String) throws -> SubmissionRequest {
        SubmissionRequest(envelope: "AAAA+/==", hash: try Recording.hash(hash))
    }

    private func submit(_ hash: String, _ answer: Result<HTTPResponse, HTTPError>) throws -> SubmitAnswer {
        try posting(hash).answer(answer)
    }

    private func submit(_ name: String, status: Int, hash: String = Recording.payment) throws -> SubmitAnswer {
        try submit(hash, .success(try Recording.response(name, status: status)))
    }

    private func submit(text: String, status: Int, headers: [HTTPHeader] = []) throws -> SubmitAnswer {
        try submit(Recording.payment, .success(HTTPResponse(status: status, headers: headers, body: Array(text.utf8))))
    }

    private func isUncertain(_ answer: SubmitAnswer) -> Bool {
        if case .uncertain = answer { true } else { false }
    }

    @Test func `posts the envelope as a form with percent-encoded plus signs`() throws {
        let request = try posting(Recording.payment).request(at: try HTTPURL("http://127.0.0.1:8000/"))
        #expect(request.url.path == "/transactions" && request.url.query == nil && request.method == .post)
        #expect(String(decoding: request.body ?? [], as: UTF8.self) == "tx=AAAA%2B%2F%3D%3D")
        #expect(request.timeouts.stall > .seconds(60))
    }

    @Test func `returns an included transaction with its ledger`() throws {
        guard case .inLedger(let record) = try submit("submit_success", status: 200) else {
            Issue.record("not in a ledger")
            return
        }
        #expect(record.isSuccessful && record.ledger == 1_000_002 && record.hash.hex == Recording.payment)
    }

    @Test func `returns an included fee bump submitted by its outer hash`() throws {
        guard case .inLedger(let record) = try submit("submit_fee_bump", status: 200, hash: Recording.outer) else {
            Issue.record("not in a ledger")
            return
        }
        #expect(record.innerHash?.hex == Recording.inner)
    }

    @Test(
        arguments: [
            ("submit_failed", "tx_failed", ["op_no_destination"]), ("submit_bad_seq", "tx_bad_seq", []),
        ] as [(String, ResultCode, [ResultCode])])
    func `returns the result codes of a rejection`(name: String, transaction: ResultCode, operations: [ResultCode])
        throws
    {
        guard case .refused(let refusal) = try submit(name, status: 400) else {
            Issue.record("not refused")
            return
        }
        #expect(refusal.codes.transaction == transaction && refusal.codes.operations == operations)
        #expect(refusal.resultXDR != nil)
    }

    @Test func `prefers the codes of the result XDR to those of result_codes`() throws {
        let text = String(decoding: try Recording.body("submit_failed"), as: UTF8.self)
        let lie = text.replacing("op_no_destination", with: "op_line_full")
        guard case .refused(let refusal) = try submit(text: lie, status: 400) else {
            Issue.record("not refused")
            return
        }
        #expect(refusal.codes.operations == ["op_no_destination"])
    }

    @Test func `uses Horizon's result_codes if the result XDR cannot be decoded`() throws {
        let body = #"""
            {"type":"https://stellar.org/horizon-errors/transaction_failed","title":"Transaction Failed","status":400,
             "extras":{"result_xdr":"////","result_codes":{"transaction":"tx_moon_phase"}}}
            """#
        guard case .refused(let refusal) = try submit(text: body, status: 400) else {
            Issue.record("not refused")
            return
        }
        #expect(refusal.codes.transaction == "tx_moon_phase")
    }

    @Test func `reports a malformed envelope as turned away by Horizon`() throws {
        guard case .malformed(let reason) = try submit("submit_malformed", status: 400) else {
            Issue.record("not turned away")
            return
        }
        #expect(reason.hasPrefix("Horizon refuses: Transaction Malformed"))
    }

    @Test func `treats a submission timeout as an unknown outcome`() throws {
        #expect(isUncertain(try submit("submit_timeout", status: 504)))
    }

    /// A rejection with these codes and no result XDR.
    private static func refusal(_ codes: String) -> String {
        #"{"type":"x/transaction_failed","title":"t","status":400,"extras":{"result_codes":\#(codes)}}"#
    }

    @Test(arguments: [
        (200, "<html>Welcome</html>"), (200, "{}"), (200, #"{"_links": {"self": {"href": "http"#), (200, ""),
        (202, "{}"),
        (301, ""), (400, "<html>Bad Request</html>"), (400, ""), (408, ""), (499, "{}"), (500, "{}"),
        (502, "<html>Bad Gateway</html>"),
        (503, "<html>Service Unavailable</html>"), (504, ""), (599, ""),
        (400, #"{"type":"x/transaction_failed","title":"t","status":400}"#),
        (400, #"{"type":"x/transaction_failed","title":"t","status":400,"extras":{"result_codes":{"transaction":7}}}"#),
        (400, refusal(#"{"transaction":"\u001b]0;owned\u0007tx_bad_auth"}"#)), (400, refusal(#"{"transaction":""}"#)),
        (400, refusal(#"{"transaction":"tx bad auth"}"#)), (400, refusal(#"{"transaction":"TX_BAD_AUTH"}"#)),
        (400, refusal(#"{"transaction":"\#(String(repeating: "a", count: 65))"}"#)),
        (400, refusal(#"{"transaction":"tx_failed","operations":["op_\u202eno_trust"]}"#)),
        (400, refusal(#"{"transaction":"tx_fee_bump_inner_failed","inner_transaction":"tx_\nbad"}"#)),
        (
            400,
            #"{"type":"x/transaction_failed","title":"t","status":400,"extras":{"result_codes":{"transaction":"tx_success"}}}"#
        ),
    ])
    func `treats a malformed or inconsistent response as an unknown outcome`(status: Int, body: String) throws {
        #expect(isUncertain(try submit(text: body, status: status)))
    }

    @Test func `treats a response about another transaction as an unknown outcome`() throws {
        #expect(isUncertain(try submit("submit_success", status: 200, hash: Recording.failed)))
    }

    @Test func `reports a stale or rate-limiting server as busy`() throws {
        let wait = [HTTPHeader("retry-after", "3")]
        let stale = HTTPResponse(status: 503, headers: wait, body: try Recording.body("unavailable"))
        #expect(try submit(Recording.payment, .success(stale)) == .busy(status: 503, retryAfter: 3))
        #expect(try submit(text: "", status: 429, headers: wait) == .busy(status: 429, retryAfter: 3))
    }

    @Test func `distinguishes disabled submission from a server that is not Horizon`() throws {
        let body =
            #"{"type":"https://stellar.org/horizon-errors/tx_submission_disabled","title":"Disabled","status":403}"#
        guard case .submissionDisabled(let reason) = try submit(text: body, status: 403) else {
            Issue.record("not closed")
            return
        }
        #expect(reason == "Horizon refuses: Disabled")
        #expect(try submit(text: "<html>Not here</html>", status: 404) == .notAServer(status: 404))
    }

    @Test(arguments: [
        HTTPError.cannotConnect(host: "h", detail: "refused"), .cannotResolve(host: "h"),
        .badCertificate(host: "h", detail: "self-signed"), .timedOut(host: "h", .definitelyNotSent),
    ])
    func `reports a transport error before sending as not sent`(error: HTTPError) throws {
        #expect(try submit(Recording.payment, .failure(error)) == .notSent(error))
    }

    @Test(arguments: [
        HTTPError.timedOut(host: "h", .mayHaveArrived), .connectionLost(host: "h", detail: "reset", .mayHaveArrived),
        .tooLarge(host: "h", limit: 1), .redirectRefused(host: "h", location: "x"), .notHTTP(host: "h", detail: ""),
    ])
    func `treats a transport error after sending as an unknown outcome`(error: HTTPError) throws {
        #expect(isUncertain(try submit(Recording.payment, .failure(error))))
    }
}
