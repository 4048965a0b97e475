// SPDX-License-Identifier: Apache-2.0

import Stellar
package import StellarXDR

/// The assets, pools, balances and data entries that transactions name, whose ledger keys follow from them and an
/// account.
package struct NamedEntries: Sendable {
    /// Everything that a trustline may be for.
    private(set) var holdings: Set<TrustLineAsset> = []
    /// Names of data entries, and the one that says whether payments must carry a memo.
    private(set) var data: Set<String> = []
    /// Their assets are not in the transactions.
    private(set) var balances: Set<ClaimableBalanceID> = []
    private(set) var pools: Set<PoolID> = []

    package init(_ envelopes: [TransactionEnvelope]) {
        for transaction in envelopes.map(\.innermost) {
            for operation in transaction.operations { add(operation, by: transaction.source(of: operation).account) }
        }
    }

    /// What a payment of XLM names of whom it reaches: whether a memo has to be there.
    package static let ofPayments: NamedEntries = {
        var named = NamedEntries([])
        named.data.insert(AccountRecord.memoEntry)
        return named
    }()

    /// - Parameter source: the transaction's.
    package init(_ operations: [Operation], by source: AccountID) {
        for operation in operations { add(operation, by: operation.sourceAccount?.account ?? source) }
    }

    private mutating func add(_ operation: Operation, by source: AccountID) {
        data.insert(AccountRecord.memoEntry)
        let facts = operation.body.facts
        for asset in facts.assets(by: source) { add(asset) }
        if case .poolShare(let parameters)? = facts.trust { holdings.insert(.poolShare(parameters.id)) }
        if let pool = facts.pool {
            holdings.insert(.poolShare(pool))
            pools.insert(pool)
        }
        if let balance = facts.balance { balances.insert(balance) }
        if let name = facts.data { data.insert(String(decoding: name.bytes, as: UTF8.self)) }
    }

    /// Adds what others name; whether something was new.
    mutating func add(_ more: NamedEntries) -> Bool {
        let isNew = !more.holdings.isSubset(of: holdings) || !more.data.isSubset(of: data)
        holdings.formUnion(more.holdings)
        data.formUnion(more.data)
        balances.formUnion(more.balances)
        pools.formUnion(more.pools)
        return isNew
    }

    /// Adds the trustlines and data entries that transactions name, but not what first has to be looked up.
    package mutating func add(namedBy envelopes: [TransactionEnvelope]) {
        let more = NamedEntries(envelopes)
        holdings.formUnion(more.holdings)
        data.formUnion(more.data)
    }

    package mutating func add(_ asset: Asset) { if let line = TrustLineAsset(asset) { holdings.insert(line) } }

    package mutating func add(_ line: TrustLineAsset) { if line != .native { holdings.insert(line) } }

    /// - Parameter name: of a data entry.
    package mutating func add(data name: String) { data.insert(name) }
}
