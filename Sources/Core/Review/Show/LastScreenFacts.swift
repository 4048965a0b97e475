// SPDX-License-Identifier: Apache-2.0

import Codec
import Stellar
import StellarXDR

/// What a transaction does and lets leave, for the lines above the prompt.
extension LastScreen {
    static func contents(of review: Review) -> Phrase {
        switch review.content {
        case .transaction:
            if let login = review.challenge {
                let domain = login.homeDomain.map { Phrase(quoting: $0) } ?? "no domain"
                return login.client.map { "login at \(domain) as \($0)" } ?? "login at \(domain)"
            }
            return counted(review.operations)
        case .feeBump: return "fee bump of a transaction with \(counted(review.inner?.operations ?? []))"
        case .chainMessage(let message):
            return "a message of \(message.bytes.count) bytes for \(plain: message.network.title)"
        case .authorization(let asked):
            if let login = review.contractLogin {
                let domain = login.homeDomain.map { Phrase(quoting: $0) } ?? "no domain"
                return login.client.map { "login at \(domain) as \(StrKey.contract($0))" } ?? "login at \(domain)"
            }
            let address = asked.entry.credentials.address.map { "\($0.address)" as Phrase } ?? "a transaction's source"
            let delegates = asked.entry.credentials.delegates.count
            let through: Phrase =
                delegates == 0 ? "" : ", through \(delegates) \(delegates == 1 ? "delegate" : "delegates"),"
            return "authorization by \(address)\(through) until ledger \(asked.expirationLedger)"
        case .message(let bytes): return "a message of \(bytes.count) bytes"
        case .file(let file): return "the file \(text: Array(file.name.utf8)) of \(file.size) bytes"
        case .nothing: return review.kind == .hash ? "a hash alone" : "bytes that are signed as they are"
        }
    }

    private static func counted(_ operations: [OperationReview]) -> Phrase {
        counted(operations.count, Set(operations.flatMap(\.recipients)).count)
    }

    static func counted(_ operations: Int, _ recipients: Int) -> Phrase {
        """
        \(operations) \(operations == 1 ? "operation" : "operations"), \(recipients) \
        \(recipients == 1 ? "recipient" : "recipients")
        """
    }

    static func outflows(of review: Review) -> [Phrase] {
        switch review.content {
        case .transaction(let transaction) where review.challenge == nil:
            outflows(Flows(transaction, tokens: review.tokens), of: transaction.sourceAccount.account)
        case .feeBump(let bump):
            outflows(Flows(bump.inner.tx, tokens: review.tokens), of: bump.inner.tx.sourceAccount.account)
        case .authorization(let asked) where review.contractLogin?.isValid != true:
            outflows(Flows(asked, tokens: review.tokens))
        case .transaction, .message, .chainMessage, .authorization, .file, .nothing: ["none"]
        }
    }

    /// A phrase for each asset, then one for each kind of amount that the transaction does not name.
    ///
    /// - Parameter own: whose it is unless said otherwise; nil if all that leaves is of one account.
    static func outflows(_ flows: Flows, of own: AccountID? = nil) -> [Phrase] {
        let holders = Set(flows.leaving.map(\.holder))
        let isOne = holders.count <= 1 && (own.map { holders.isSubset(of: [.account($0)]) } ?? true)
        let byAsset = Dictionary(grouping: flows.leaving, by: \.token)
        let assets = flows.leavingTokens.map { token -> Phrase in
            let totals = byAsset[token] ?? []
            let sum = totals.reduce(Int128(0)) { $0.addingSaturated($1.sum) }
            let from: Phrase =
                if totals.count > 1 { ", from \(totals.count) accounts" } else if !isOne, let one = totals.first {
                    ", from \(one.holder)"
                } else { "" }
            return """
                \(totals.allSatisfy(\.isExact) ? "" : "at most ")\(plain: token.text(of: sum)) \(token)\(from)
                """
        }
        let all = assets + flows.unknownWords
        return all.isEmpty ? ["none"] : all
    }
}

extension OperationReview {
    /// Accounts and contracts that receive value, including through a token's contract.
    var recipients: [StrKey] {
        guard case .invokeHostFunction(let op) = operation.body else {
            return facts.destinations.map { .publicKey($0.account.key) }
        }
        return op.calls.compactMap { call in
            call.recipient.map { $0.account == nil ? $0.strKey : $0.holder.strKey }
        }
    }
}
