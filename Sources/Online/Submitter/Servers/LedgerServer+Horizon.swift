// SPDX-License-Identifier: Apache-2.0

import CurlHTTP
import Horizon
import Stellar

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
        .account(sequence: record?.sequence, ledger: record.map { $0.sequenceLedger ?? $0.lastModifiedLedger })
    }
}
