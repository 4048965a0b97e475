// SPDX-License-Identifier: Apache-2.0

import HTTP
import LedgerAPI
import Stellar
import Testing

/// The examples in `HTTP.md` and `Horizon.md`, run against recorded responses.
struct HorizonExampleTests {
    private func told(_ error: HTTPError?) throws -> String {
        let transport: any HTTPTransport = RecordedTransport { _ in
            error.map { .failure($0) } ?? .success(HTTPResponse(status: 200))
        }
        let url = try HTTPURL("https://horizon-testnet.stellar.org/").appending("transactions")
        let request = HTTPRequest.form(url, fields: [("tx", "AAAA…")], timeouts: HTTPTimeouts(total: .seconds(60)))
        do throws(HTTPError) {
            let response = try transport.perform(request)
            return "\(response.status)"
        } catch {
            switch error.delivery {
            case .definitelyNotSent: return "safe to try again: \(error.message)"
            case .mayHaveArrived: return "look before trying again: \(error.message)"
            }
        }
    }

    @Test func `the transport example reports whether a failed request may have been sent`() throws {
        #expect(try told(nil) == "200")
        #expect(try told(.cannotResolve(host: "h")) == "safe to try again: the name h is not known")
        #expect(
            try told(.tooLarge(host: "h", limit: 9))
                == "look before trying again: the answer of h is longer than 9 bytes")
    }

    @Test func `the client example explains a rejected submission`() throws {
        let transport = RecordedTransport(answers: [
            .success(try Recording.response("root")), .success(try Recording.response("submit_bad_seq", status: 400)),
        ])
        let server = try HTTPURL("http://127.0.0.1:8000/")
        _ = try HorizonClient(base: server, transport: transport).root(of: .testnet)
        let posting = SubmissionRequest(envelope: "AAAA", hash: try Recording.hash(Recording.payment))
        var said = ""
        switch posting.answer(Result { () throws(HTTPError) in try transport.perform(posting.request(at: server)) }) {
        case .inLedger(let record): said = "in ledger \(record.ledger)"
        case .refused(let refusal): said = ResultText.explain(refusal.codes).meaning
        case .uncertain(let reason): said = "not known yet: \(reason)"
        default: said = "not submitted"
        }
        #expect(said == "its sequence number is not the next one of its source account")
    }
}
