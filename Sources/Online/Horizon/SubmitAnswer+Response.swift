// SPDX-License-Identifier: Apache-2.0

import CurlHTTP
import Stellar
import TextCodec

extension SubmitAnswer {
    /// Parses the response to `POST /transactions`. A response that is not clearly Horizon's is `uncertain`, because
    /// the transaction has been sent.
    ///
    /// - Source: stellar-horizon actions/submit_transaction.go.
    init(_ response: HTTPResponse, hash: TransactionHash) {
        if response.status == 200 {
            self = Self.accepted(response, hash: hash)
            return
        }
        let problem = HorizonProblem(response)
        switch response.status {
        case 400: self = Self.failed(problem)
        case 429: self = .busy(status: 429, retryAfter: RetryAfter.seconds(response))
        case 503 where problem.map { Self.beforeSubmission.contains($0.kind) } == true:
            self = .busy(status: 503, retryAfter: RetryAfter.seconds(response))
        // A gateway timed out, or assumed that the client had: it may have forwarded the request.
        case 408, 499: self = .uncertain(reason: "the server gave the request up (\(response.status))")
        case 401...499: self = problem.map { .closed(reason: $0.message) } ?? .notHorizon(status: response.status)
        case 504: self = .uncertain(reason: "Horizon did not see it in a ledger in time (504)")
        default: self = .uncertain(reason: "the server answered with status \(response.status)")
        }
    }

    /// The kinds of 503 that Horizon returns before it passes a transaction on.
    private static let beforeSubmission: Set<String> = ["stale_history", "still_ingesting"]

    private static func accepted(_ response: HTTPResponse, hash: TransactionHash) -> SubmitAnswer {
        do throws(JSONError) {
            let record = try InclusionRecord(try JSON(parsing: response.body))
            return record.answers(hash)
                ? .inLedger(record) : .uncertain(reason: "the answer is about another transaction")
        } catch {
            return .uncertain(reason: "the answer cannot be read: \(error.message)")
        }
    }

    private static func failed(_ problem: HorizonProblem?) -> SubmitAnswer {
        guard let problem else { return .uncertain(reason: "the server refused (400) in words that are not Horizon's") }
        guard problem.kind == "transaction_failed" else { return .turnedAway(reason: problem.message) }
        return SubmitRefusal(problem).map { .refused($0) }
            ?? .unexplained(resultXDR: problem.extras?["result_xdr"]?.asString)
    }
}
