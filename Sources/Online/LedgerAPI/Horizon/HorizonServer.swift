// SPDX-License-Identifier: Apache-2.0

import Codec
package import HTTP
import LedgerXDR
package import Stellar
import StellarXDR

/// What a run asks of a Horizon server.
package struct HorizonServer: LedgerServer {
    package let base: HTTPURL
    package let isWitness: Bool

    package init(_ base: HTTPURL, isWitness: Bool = false) {
        self.base = base
        self.isWitness = isWitness
    }

    package var answersAtOnce: Bool { false }
    package var namesLedgers: Bool { false }

    package func query(
        _ question: LedgerQuestion, about transaction: some SoughtTransaction, id: UInt64
    ) -> ServerQuery {
        switch question {
        case .ledger:
            return query(HorizonEndpoint<LedgerRecord>.latestLedger) { ledger, _ in
                .ledger(number: ledger.sequence, closedAt: Int64(clamping: ledger.closedAt.seconds))
            }
        case .account:
            return query(HorizonEndpoint<AccountRecord?>.account(transaction.source)) { account, _ in
                .account(account)
            }
        case .numberUser:
            let endpoint = HorizonEndpoint<[HistoryEntry]>.latestEntries(of: transaction.source)
            return ServerQuery(request: endpoint.request(at: base)) { result in
                // A server that does not give the history shows nothing.
                guard let entries = try? endpoint.answer(result, from: base) else { return .numberUser(.unseen) }
                return .numberUser(LedgerAnswer.NumberUser(entries, of: transaction))
            }
        case .ledgerOutcome, .innerLedgerOutcome:
            let endpoint = HorizonEndpoint<InclusionRecord?>.transaction(transaction.hash(question))
            return query(endpoint) { record, response in
                .ledgerOutcome(
                    record.map { LedgerOutcome($0, of: transaction.hash) }, upTo: response?.latestLedger)
            }
        }
    }

    private func query<Value>(
        _ endpoint: HorizonEndpoint<Value>,
        _ answer: @escaping (Value, HTTPResponse?) -> LedgerAnswer
    ) -> ServerQuery {
        ServerQuery(request: endpoint.request(at: base)) { result in
            do throws(HorizonError) {
                return answer(try endpoint.answer(result, from: base), try? result.get())
            } catch {
                switch error {
                case .rateLimited(let seconds), .unavailable(_, let seconds):
                    return .silence(seconds: seconds.map { UInt64(clamping: $0) })
                case .protocolBroken, .unknownValue: return .silence(seconds: nil, because: error.message)
                default: return .silence(seconds: nil)
                }
            }
        }
    }

    package func posting(
        of envelope: String, hash: TransactionHash, to endpoint: SubmitEndpoint, id: UInt64
    ) -> ServerPosting {
        let posting = SubmissionRequest(envelope: envelope, hash: hash, endpoint: endpoint)
        return ServerPosting(request: posting.request(at: base), read: posting.answer)
    }
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

extension SubmitRejection {
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
}

extension HorizonClient {
    /// The servers as places where a transaction may be found.
    package func finders(areWitnesses: Bool = false) -> [OutcomeFinder] {
        bases.map { base in
            OutcomeFinder(name: base.authority, isWitness: areWitnesses) { hash throws(Failure) in
                let found: InclusionRecord?
                do throws(HorizonError) { found = try only(base).transaction(hash) } catch { throw Failure(error) }
                return found.map { LedgerOutcome($0, of: hash) }
            }
        }
    }
}

extension LedgerAnswer {
    /// What a record shows of its account; nil for an account that does not exist.
    static func account(_ record: AccountRecord?) -> LedgerAnswer {
        .account(
            sequence: record?.sequence, ledger: record.map { $0.sequenceLedger ?? $0.lastModifiedLedger },
            hasUsedNumbers: record?.sequenceLedger != nil)
    }
}

extension LedgerAnswer.NumberUser {
    /// What a history of the account says, newest first.
    init(_ entries: [HistoryEntry], of transaction: some SoughtTransaction) {
        let own = entries.filter { $0.source == transaction.source }
        if let user = own.first(where: { $0.sequence == transaction.sequence })?.inclusion {
            let isThis = [transaction.hash, transaction.innerHash].contains { $0.map(user.answers) == true }
            self = isThis ? .own(LedgerOutcome(user, of: transaction.hash)) : .other(user.place)
            return
        }
        // Between neighbours in the history, no transaction is missing: this one jumped over the number.
        let jump = zip(own, own.dropFirst()).first {
            $0.sequence > transaction.sequence && $1.sequence < transaction.sequence
        }
        let mover = entries.first { entry in
            entry.inclusion.isSuccessful
                && entry.envelope?.moves(transaction.source, past: transaction.sequence) == true
        }
        self = (jump?.0 ?? mover).map { .other($0.inclusion.place) } ?? .unseen
    }
}

extension TransactionEnvelope {
    /// Whether an operation moves the account to this sequence number or a higher one.
    func moves(_ account: AccountID, past sequence: Int64) -> Bool {
        innermost.operations.contains { operation in
            guard let number = operation.body.facts.sequence, number >= sequence else { return false }
            return innermost.source(of: operation).account == account
        }
    }
}
