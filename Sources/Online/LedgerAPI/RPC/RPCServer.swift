// SPDX-License-Identifier: Apache-2.0

import Codec
package import HTTP
package import LedgerXDR
package import Stellar
import StellarXDR

/// What a run asks of a Stellar RPC server. `getTransaction` names the ledgers that it looked through.
package struct RPCServer: LedgerServer {
    package let base: HTTPURL
    private let network: Network

    package init(_ base: HTTPURL, of network: Network) {
        self.base = base
        self.network = network
    }

    package var isWitness: Bool { false }
    package var answersAtOnce: Bool { true }
    package var namesLedgers: Bool { true }

    package func query(
        _ question: LedgerQuestion, about transaction: some SoughtTransaction, id: UInt64
    ) -> ServerQuery {
        switch question {
        case .account:
            let key = LedgerKey.account(LedgerKeyAccount(accountID: transaction.source))
            return query(.ledgerEntries([key]), id: id) { found in
                .account(found[key].flatMap { AccountRecord($0) })
            }
        case .numberUser(let search):
            let endpoint = RPCEndpoint.appliedTransactions(
                in: UInt32(clamping: search.ledger ?? 0), cursor: search.cursor, on: network)
            let request = endpoint.request(at: base, id: id)
            return ServerQuery(request: request) { result in
                // A server that does not have the ledger shows nothing.
                guard let list = try? endpoint.answer(result, from: base, id: id) else { return .numberUser(.unseen) }
                return .numberUser(LedgerAnswer.NumberUser(list, of: transaction))
            }
        case .ledger, .ledgerOutcome, .innerLedgerOutcome:
            return query(.outcome(of: transaction.hash(question), on: network), id: id) { lookup in
                .ledgerOutcome(
                    lookup.found.map { LedgerOutcome($0, of: transaction.hash) }, through: LedgerRange(lookup))
            }
        }
    }

    private func query<Value>(
        _ endpoint: RPCEndpoint<Value>, id: UInt64,
        _ answer: @escaping (Value) -> LedgerAnswer
    ) -> ServerQuery {
        ServerQuery(request: endpoint.request(at: base, id: id)) { result in
            do throws(RPCError) { return answer(try endpoint.answer(result, from: base, id: id)) } catch {
                switch error {
                case .rateLimited(_, let seconds), .unavailable(_, _, let seconds):
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
        let endpoint = RPCEndpoint.send(base64: envelope, hash: hash)
        return ServerPosting(request: endpoint.request(at: base, id: id)) { result in
            do throws(RPCError) { return SubmitAnswer(try endpoint.answer(result, from: base, id: id)) } catch {
                return SubmitAnswer(error)
            }
        }
    }
}

extension RPCClient {
    /// The servers as places where a transaction may be found.
    var finders: [OutcomeFinder] {
        bases.map { base in
            OutcomeFinder(name: base.authority, isWitness: false) { hash throws(Failure) in
                let found: AppliedTransaction?
                do throws(RPCError) { found = try only(base).outcome(of: hash).found } catch { throw Failure(error) }
                return found.map { LedgerOutcome($0, of: hash) }
            }
        }
    }
}

extension SubmitAnswer {
    /// - Source: stellar-rpc methods/send_transaction.go; none of the statuses says that the transaction is in a
    ///   ledger.
    init(_ result: SendResult) {
        switch result.status {
        case .pending: self = .queued(isNew: true)
        case .duplicate: self = .queued(isNew: false)
        case .tryAgainLater: self = .queueIsFull
        case .error(let rejection):
            let refusal = rejection.flatMap { SubmitRejection(resultXDR: Base64.encode($0.xdr)) }
            self = refusal.map { .refused($0) } ?? .unexplained(resultXDR: result.errorResultXDR)
        }
    }

    /// The transaction may have been passed on, unless the server says before it reads it that it does not take it.
    init(_ error: RPCError) {
        switch error {
        case .unreachable(_, let cause) where cause.delivery == .definitelyNotSent: self = .notSent(cause)
        case .rateLimited(_, let seconds): self = .busy(status: 429, retryAfter: seconds)
        case .refused(_, let problem) where problem.kind == .unknownMethod:
            self = .submissionDisabled(reason: error.message)
        case .refused(_, let problem) where problem.isQueueFull: self = .busy(status: 503, retryAfter: nil)
        case .refused(_, let problem) where problem.isFiltered: self = .declined(reason: error.message)
        case .refused(_, let problem) where problem.isUnreadable: self = .malformed(reason: error.message)
        case .unreachable(_, let cause): self = .uncertain(reason: cause.message)
        case .protocolBroken, .unknownValue, .behind, .unavailable, .refused, .otherNetwork:
            self = .uncertain(reason: error.message)
        }
    }
}

extension LedgerAnswer.NumberUser {
    /// What a page of the transactions of the ledger in which the account's last number was used says.
    init(_ list: AppliedTransactions, of transaction: some SoughtTransaction) {
        for applied in list.transactions {
            let inner = applied.envelope.innermost
            if inner.sourceAccount.account == transaction.source, inner.seqNum == transaction.sequence {
                let hashes = [applied.hash, applied.innerHash].compactMap(\.self)
                let isThis = hashes.contains(transaction.hash) || transaction.innerHash.map(hashes.contains) == true
                self = isThis ? .own(LedgerOutcome(applied, of: transaction.hash)) : .other(applied.hash)
                return
            }
            if applied.isSuccessful, applied.envelope.moves(transaction.source, past: transaction.sequence) {
                self = .other(applied.hash)
                return
            }
        }
        self = list.next.map { .more(cursor: $0) } ?? .unseen
    }
}

extension LedgerOutcome {
    /// - Parameter wanted: the hash of the transaction that was looked up.
    init(_ found: AppliedTransaction, of wanted: TransactionHash) {
        self.init(
            isSuccessful: found.isSuccessful, ledger: Int64(found.ledger), resultXDR: found.resultXDR,
            codes: found.result.map { ResultCodes($0) },
            unknownCode: found.result == nil ? UnknownResult.text(ofResultXDR: found.resultXDR) : nil,
            place: found.hash == wanted ? nil : found.hash)
    }
}

extension LedgerRange {
    init(_ lookup: TransactionLookup<AppliedTransaction>) {
        self.init(
            first: Int64(lookup.oldestLedger), firstClosedAt: Int64(clamping: lookup.oldestCloseTime.seconds),
            last: Int64(lookup.latestLedger), lastClosedAt: Int64(clamping: lookup.latestCloseTime.seconds))
    }
}

/// What Stellar Core said about a transaction that was passed to it, from `sendTransaction`. None of the statuses is
/// final.
package struct SendResult: Hashable, Sendable {
    package enum Status: Hashable, Sendable {
        /// The network's queue has it; this does not guarantee that it will be applied.
        case pending
        /// The queue had it already.
        case duplicate
        /// The queue does not accept it yet.
        case tryAgainLater
        /// The network rejects it, with this result; nil if the server does not state it, or this version does not know
        /// it.
        case error(TransactionResult?)
    }

    package let status: Status
    package let hash: TransactionHash
    package let latestLedger: UInt32
    package let latestCloseTime: Timestamp
    package let diagnosticEvents: [Readable<DiagnosticEvent>]
    /// The result of a rejected transaction in base64, as written.
    package let errorResultXDR: String?

    /// - Parameter sent: the hash of the transaction that was sent.
    init(_ json: JSON, sent: TransactionHash) throws(JSONError) {
        hash = try json.hash("hash")
        guard hash == sent else { throw .wrongType(field: "hash", expected: "the hash of the transaction") }
        latestLedger = try json.ledger("latestLedger")
        latestCloseTime = try json.time("latestLedgerCloseTime")
        diagnosticEvents = try json.readableXDRs("diagnosticEventsXdr")
        let hasResult = json.isPresent("errorResultXdr")
        let result: TransactionResult? = hasResult ? try json.readableXDR("errorResultXdr").value : nil
        errorResultXDR = hasResult ? try json.string("errorResultXdr") : nil
        status = try Self.status(try json.string("status"), result)
    }

    private static func status(_ text: String, _ result: TransactionResult?) throws(JSONError) -> Status {
        let status: Status
        switch text {
        case "PENDING": status = .pending
        case "DUPLICATE": status = .duplicate
        case "TRY_AGAIN_LATER": status = .tryAgainLater
        case "ERROR": status = .error(result)
        default: throw .unknown("status", text)
        }
        if let result {
            guard case .error = status, !result.isSuccess else {
                throw .wrongType(field: "errorResultXdr", expected: "the result of a rejected transaction")
            }
        }
        return status
    }
}
