// SPDX-License-Identifier: Apache-2.0

import Stellar
import StellarXDR

/// The assets, pools, balances and data entries that transactions name, whose ledger keys follow from them and an account.
struct NamedEntries {
    /// Everything that a trustline may be for.
    private(set) var holdings: Set<TrustLineAsset> = []
    /// Names of data entries, and the one that says whether payments must carry a memo.
    private(set) var data: Set<String> = []
    /// Their assets are not in the transactions.
    private(set) var balances: Set<ClaimableBalanceID> = []
    private(set) var pools: Set<PoolID> = []

    init(_ envelopes: [TransactionEnvelope]) {
        if !envelopes.isEmpty { data = ["config.memo_required"] }
        for transaction in envelopes.map(\.innermost) {
            for operation in transaction.operations {
                let facts = operation.body.facts
                for asset in facts.assets(by: transaction.source(of: operation).account) { add(asset) }
                if case .poolShare(let parameters)? = facts.trust { holdings.insert(.poolShare(parameters.id)) }
                if let pool = facts.pool {
                    holdings.insert(.poolShare(pool))
                    pools.insert(pool)
                }
                if let balance = facts.balance { balances.insert(balance) }
                if let name = facts.data { data.insert(String(decoding: name.bytes, as: UTF8.self)) }
            }
        }
    }

    mutating func add(_ asset: Asset) {
        switch asset {
        case .native: break
        case .creditAlphanum4(let code): holdings.insert(.creditAlphanum4(code))
        case .creditAlphanum12(let code): holdings.insert(.creditAlphanum12(code))
        }
    }
}
