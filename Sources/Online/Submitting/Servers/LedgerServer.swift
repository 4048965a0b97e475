// SPDX-License-Identifier: Apache-2.0

package import HTTP
import LedgerAPI
package import Stellar
import StellarXDR

/// A server of a run, with the API that it has: where a transaction is submitted, or looked up. Everything that depends on the API is in the
/// extensions of this type.
package enum LedgerServer: Hashable, Sendable {
    case horizon(HTTPURL)
    /// Stellar RPC, of this network.
    case rpc(HTTPURL, Network)

    var base: HTTPURL {
        switch self {
        case .horizon(let base), .rpc(let base, _): base
        }
    }

    var isRPC: Bool { if case .rpc = self { true } else { false } }

    /// The request that asks for a fact, and the reader of its response.
    ///
    /// - Parameter id: identifies the request, where the API has ids.
    func query(_ fact: StatusQuery.Fact, about transaction: PendingTransaction, id: UInt64) -> ServerQuery {
        switch self {
        case .horizon(let base): Self.horizonQuery(fact, about: transaction, at: base)
        case .rpc(let base, let network): Self.rpcQuery(fact, about: transaction, at: base, of: network, id: id)
        }
    }

    /// The request that submits an envelope, and the reader of its response.
    ///
    /// - Parameters:
    ///   - envelope: in base64.
    ///   - endpoint: Horizon's; Stellar RPC has one, which answers at once.
    ///   - id: as above.
    func posting(of envelope: String, hash: TransactionHash, to endpoint: SubmitEndpoint, id: UInt64) -> ServerPosting {
        switch self {
        case .horizon(let base):
            let posting = Posting(envelope: envelope, hash: hash, endpoint: endpoint)
            return ServerPosting(request: posting.request(at: base), read: posting.answer)
        case .rpc(let base, _): return Self.rpcPosting(of: envelope, hash: hash, at: base, id: id)
        }
    }
}

/// A question to a server: the request, and what its response says.
struct ServerQuery {
    let request: HTTPRequest
    let read: (Result<HTTPResponse, HTTPError>) -> StatusQuery.Answer
}

/// A submission to a server: the request, and what its response says.
struct ServerPosting {
    let request: HTTPRequest
    let read: (Result<HTTPResponse, HTTPError>) -> SubmitAnswer
}

extension PendingTransaction {
    /// The hash to look up for a fact.
    func hash(_ fact: StatusQuery.Fact) -> TransactionHash {
        fact == .innerLedgerOutcome ? innerHash ?? hash : hash
    }
}

/// What a run asks of Horizon.
extension LedgerServer {
    static func horizonQuery(
        _ fact: StatusQuery.Fact, about transaction: PendingTransaction, at base: HTTPURL
    ) -> ServerQuery {
        switch fact {
        case .ledger:
            return query(HorizonEndpoint<LedgerRecord>.latestLedger, at: base) { ledger, _ in
                .ledger(number: ledger.sequence, closedAt: Int64(clamping: ledger.closedAt.seconds))
            }
        case .account:
            return query(HorizonEndpoint<AccountRecord?>.account(transaction.source), at: base) { account, _ in
                .account(account)
            }
        case .numberUser:
            let endpoint = HorizonEndpoint<[HistoryEntry]>.latestEntries(of: transaction.source)
            return ServerQuery(request: endpoint.request(at: base)) { result in
                // A server that does not give the history shows nothing.
                guard let entries = try? endpoint.answer(result, from: base) else { return .numberUser(.unseen) }
                return .numberUser(StatusQuery.NumberUser(entries, of: transaction))
            }
        case .ledgerOutcome, .innerLedgerOutcome:
            let endpoint = HorizonEndpoint<InclusionRecord?>.transaction(transaction.hash(fact))
            return query(endpoint, at: base) { record, response in
                .ledgerOutcome(
                    record.map { LedgerOutcome($0, of: transaction.hash) }, upTo: response?.latestLedger)
            }
        }
    }

    private static func query<Value>(
        _ endpoint: HorizonEndpoint<Value>, at base: HTTPURL,
        _ answer: @escaping (Value, HTTPResponse?) -> StatusQuery.Answer
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
}

extension StatusQuery.Answer {
    /// What a record shows of its account; nil for an account that does not exist.
    static func account(_ record: AccountRecord?) -> StatusQuery.Answer {
        .account(
            sequence: record?.sequence, ledger: record.map { $0.sequenceLedger ?? $0.lastModifiedLedger },
            hasUsedNumbers: record?.sequenceLedger != nil)
    }
}

extension StatusQuery.NumberUser {
    /// What a history of the account says, newest first.
    init(_ entries: [HistoryEntry], of transaction: PendingTransaction) {
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
