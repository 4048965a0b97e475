// SPDX-License-Identifier: Apache-2.0

import Codec
package import HTTP
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
