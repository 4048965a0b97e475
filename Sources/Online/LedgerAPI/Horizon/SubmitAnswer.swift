// SPDX-License-Identifier: Apache-2.0

import Codec
package import HTTP
package import LedgerXDR
package import Stellar

/// The result of submitting a transaction.
package enum SubmitAnswer: Hashable, Sendable {
    /// It is in a ledger; the record says whether it succeeded.
    case inLedger(InclusionRecord)
    /// It failed, in a ledger or before reaching one: look it up by its hash before concluding anything.
    case refused(SubmitRejection)
    /// Rejected without being passed to the network: too many requests, or a stale history. The seconds to wait, if
    /// stated.
    case busy(status: Int, retryAfter: Int?)
    /// The network's queue has it, newly or already; this does not guarantee that it will be applied.
    case queued(isNew: Bool)
    /// The network's queue does not accept it yet: it holds another transaction of this account, or requires a higher
    /// fee.
    case queueIsFull
    /// The server has no `/transactions_async`; nothing was submitted.
    case noQueue
    /// Rejected for good: the server cannot parse it. The reason is for people, escaped.
    case malformed(reason: String)
    /// Rejected without being read: this server accepts no transactions, or none from this client. Another may. The
    /// reason is as above.
    case submissionDisabled(reason: String)
    /// Rejected by the server's own rules, without being passed to the network: another server may take this
    /// transaction.
    case declined(reason: String)
    /// A 4xx that is not in Horizon's format: nothing was submitted, and the server is not a Horizon server.
    case notAServer(status: Int)
    /// No byte was sent.
    case notSent(HTTPError)
    /// Unknown outcome: look it up by its hash until it is found or has expired.
    case uncertain(reason: String)

    /// The answer of a server that says that the network refuses it, with a result that this version does not know, or
    /// none. It may be applied yet.
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
        // All other responses are those of any Horizon submission, in which 200 and 409 have no meaning for this
        // endpoint.
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
            return xdr.flatMap { SubmitRejection(resultXDR: $0) }.map { .refused($0) } ?? .unexplained(resultXDR: xdr)
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
        case 401...499:
            self = problem.map { .submissionDisabled(reason: $0.message) } ?? .notAServer(status: response.status)
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
        guard problem.kind == "transaction_failed" else { return .malformed(reason: problem.message) }
        return SubmitRejection(problem).map { .refused($0) }
            ?? .unexplained(resultXDR: problem.extras?["result_xdr"]?.asString)
    }
}

/// A server's response that a transaction failed: Horizon's 400 `transaction_failed`, and the status `ERROR` of both
/// kinds of servers.
///
/// It covers two cases that look alike: the network rejected the transaction, or it was applied and failed, with its
/// fee paid and its sequence number used. Only a lookup by hash tells them apart. After an earlier attempt of unknown
/// outcome, a rejection (`tx_bad_seq` above all) may even mean that the earlier attempt succeeded.
package struct SubmitRejection: Hashable, Sendable {
    package let codes: ResultCodes
    /// The result in base64, as written.
    package let resultXDR: String?

    /// Nil when the problem does not state what failed. Codes decoded from the result take precedence over Horizon's
    /// text.
    init?(_ problem: HorizonProblem) {
        guard let extras = problem.extras else { return nil }
        resultXDR = extras["result_xdr"]?.asString
        let words = extras["result_codes"].flatMap { try? ResultCodes($0) }
        guard let codes = resultXDR.flatMap({ ResultCodes(resultXDR: $0) }) ?? words, !codes.isSuccess else {
            return nil
        }
        self.codes = codes
    }

    /// Nil when this release cannot decode the result, or the result is a success.
    package init?(resultXDR: String) {
        guard let codes = ResultCodes(resultXDR: resultXDR), !codes.isSuccess else { return nil }
        self.codes = codes
        self.resultXDR = resultXDR
    }
}

/// The two submission endpoints.
package enum SubmitEndpoint: Hashable, Sendable {
    /// `POST /transactions`: the response comes once the transaction is in a ledger, or after half a minute.
    case waiting
    /// `POST /transactions_async`: the response comes at once and says whether the network's queue accepted it.
    case queue
}

/// The submission of a signed envelope to a server.
package struct SubmissionRequest: Sendable {
    /// The envelope in base64.
    private let envelope: String
    /// The hash that the response must be about.
    private let hash: TransactionHash
    private let endpoint: SubmitEndpoint

    /// Horizon responds when the transaction is in a ledger, or after about 30 seconds.
    private static let timeouts = HTTPTimeouts(total: .seconds(75), stall: .seconds(70))

    package init(envelope: String, hash: TransactionHash, endpoint: SubmitEndpoint = .waiting) {
        self.envelope = envelope
        self.hash = hash
        self.endpoint = endpoint
    }

    /// The HTTP request. It may be repeated on a new connection: the same bytes submitted twice are one transaction.
    package func request(at base: HTTPURL) -> HTTPRequest {
        var request = HTTPRequest.form(
            base.appending(endpoint == .waiting ? "transactions" : "transactions_async"), fields: [("tx", envelope)],
            timeouts: endpoint == .waiting ? Self.timeouts : HTTPTimeouts(), sizeLimit: HorizonClient.transactionLimit)
        request.mayRepeat = true
        return request
    }

    package func answer(_ result: Result<HTTPResponse, HTTPError>) -> SubmitAnswer {
        switch result {
        case .success(let response):
            endpoint == .waiting ? SubmitAnswer(response, hash: hash) : SubmitAnswer(queue: response, hash: hash)
        case .failure(let error):
            switch error.delivery {
            case .definitelyNotSent: .notSent(error)
            case .mayHaveArrived: .uncertain(reason: error.message)
            }
        }
    }
}
