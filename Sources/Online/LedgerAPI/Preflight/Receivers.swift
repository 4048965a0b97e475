// SPDX-License-Identifier: Apache-2.0

import Stellar
package import StellarXDR

/// The accounts that transactions pay, and do nothing else with: of each what has to be known is little, and a server
/// of Stellar RPC gives 200 entries at once.
package struct Receivers: Sendable {
    struct Needs: Sendable {
        /// What it has to have trustlines for.
        var holdings: Set<TrustLineAsset> = []
        /// Whether its own entry is needed: a trustline shows without it that the account exists.
        var needsEntry = false
        /// Whether something is paid to it without a memo.
        var needsMemoEntry = false
    }

    private(set) var needs: [AccountID: Needs] = [:]

    /// The receivers of all transactions that consist of payments. An account that is also the source of something is
    /// none.
    package init(_ envelopes: [TransactionEnvelope]) {
        var others: Set<AccountID> = []
        for envelope in envelopes {
            let transaction = envelope.innermost
            others.insert(envelope.feeSource.account)
            let payments = transaction.operations.compactMap { operation in
                if case .payment(let payment) = operation.body { payment } else { nil }
            }
            for operation in transaction.operations { others.insert(transaction.source(of: operation).account) }
            others.insert(transaction.sourceAccount.account)
            guard payments.count == transaction.operations.count else {
                others.formUnion(payments.map(\.destination.account))
                continue
            }
            for payment in payments { add(payment, hasMemo: transaction.memo != Memo.none) }
        }
        for account in others { needs[account] = nil }
    }

    private mutating func add(_ payment: PaymentOp, hasMemo: Bool) {
        let id = payment.destination.account
        var wanted = needs[id] ?? Needs()
        if let line = TrustLineAsset(payment.asset), payment.asset.issuer != id {
            wanted.holdings.insert(line)
        } else {
            wanted.needsEntry = true
        }
        if !hasMemo, payment.destination.id == nil { wanted.needsMemoEntry = true }
        needs[id] = wanted
    }

    /// In the order of their addresses.
    package var accounts: [AccountID] { needs.keys.sorted { $0.address < $1.address } }
}
