// SPDX-License-Identifier: Apache-2.0

import Codec
package import HTTP
import Stellar

/// The result of submitting a transaction.
package enum SubmitAnswer: Hashable, Sendable {
    /// It is in a ledger; the record says whether it succeeded.
    case inLedger(InclusionRecord)
    /// It failed, in a ledger or before reaching one: look it up by its hash before concluding anything.
    case refused(SubmitRefusal)
    /// Rejected without being passed to the network: too many requests, or a stale history. The seconds to wait, if stated.
    case busy(status: Int, retryAfter: Int?)
    /// The network's queue has it, newly or already; this does not guarantee that it will be applied.
    case queued(isNew: Bool)
    /// The network's queue does not accept it yet: it holds another transaction of this account, or requires a higher fee.
    case queueIsFull
    /// The server has no `/transactions_async`; nothing was submitted.
    case noQueue
    /// Rejected for good: the server cannot parse it. The reason is for people, escaped.
    case turnedAway(reason: String)
    /// Rejected without being read: this server accepts no transactions, or none from this client. Another may. The reason is as above.
    case closed(reason: String)
    /// Rejected by the server's own rules, without being passed to the network: another server may take this transaction.
    case declined(reason: String)
    /// A 4xx that is not in Horizon's format: nothing was submitted, and the server is not a Horizon server.
    case notHorizon(status: Int)
    /// No byte was sent.
    case notSent(HTTPError)
    /// Unknown outcome: look it up by its hash until it is found or has expired.
    case uncertain(reason: String)

    /// The answer of a server that says that the network refuses it, with a result that this version does not know, or none. It may be applied
    /// yet.
    package static func unexplained(resultXDR: String?) -> SubmitAnswer {
        let code = resultXDR.flatMap { UnknownResult.text(ofResultXDR: $0) }
        return .uncertain(reason: "the network refuses it " + (code.map { "with \($0)" } ?? "and does not say why"))
    }
}

extension SubmitAnswer {
    /// Parses the response to `POST /transactions_async`: what Stellar Core said when Horizon passed it the
    /// transaction. A response that is not clearly one of its own is `uncertain`.
    ///
    /// - Source: stellar-horizon actions/submit_transaction_async.go.
    init(queue response: HTTPResponse, hash: TransactionHash) {
        switch response.status {
        case 201, 409, 503, 400:
            guard let said = try? JSON(parsing: response.body), let status = said["tx_status"]?.asString else { break }
            self = Self.said(status, said, response, hash)
            return
        // The server does not have this endpoint, so it cannot have passed the transaction on.
        case 404, 405:
            self = .noQueue
            return
        default: break
        }
        // All other responses are those of any Horizon submission, in which 200 and 409 have no meaning for this endpoint.
        switch response.status {
        case 200, 409: self = .uncertain(reason: "the server answered with status \(response.status)")
        default: self = Self(response, hash: hash)
        }
    }

    private static func said(
        _ status: String, _ said: JSON, _ response: HTTPResponse, _ hash: TransactionHash
    ) -> SubmitAnswer {
        guard said["hash"]?.asString == hash.hex else {
            return .uncertain(reason: "the answer is about another transaction")
        }
        switch (response.status, status) {
        case (201, "PENDING"): return .queued(isNew: true)
        case (409, "DUPLICATE"): return .queued(isNew: false)
        case (503, "TRY_AGAIN_LATER"): return .queueIsFull
        case (400, "ERROR"):
            let xdr = said["error_result_xdr"]?.asString ?? said["errorResultXdr"]?.asString
            return xdr.flatMap { SubmitRefusal(resultXDR: $0) }.map { .refused($0) } ?? .unexplained(resultXDR: xdr)
        default: return .uncertain(reason: "the server answered with status \(response.status)")
        }
    }
}

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
