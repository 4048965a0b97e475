// SPDX-License-Identifier: Apache-2.0

import Stellar
import StellarXDR
import XDR

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
                add(operation.body, by: (operation.sourceAccount ?? transaction.sourceAccount).account)
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

    private mutating func add(_ body: OperationBody, by source: AccountID) {
        switch body {
        case .payment(let op): add(op.asset)
        case .pathPaymentStrictReceive(let op): for asset in [op.sendAsset, op.destAsset] { add(asset) }
        case .pathPaymentStrictSend(let op): for asset in [op.sendAsset, op.destAsset] { add(asset) }
        case .manageSellOffer(let op): for asset in [op.selling, op.buying] { add(asset) }
        case .manageBuyOffer(let op): for asset in [op.selling, op.buying] { add(asset) }
        case .createPassiveSellOffer(let op): for asset in [op.selling, op.buying] { add(asset) }
        case .changeTrust(let op): add(op.line)
        case .allowTrust(let op): add(op.asset, of: source)
        case .setTrustLineFlags(let op): add(op.asset)
        case .clawback(let op): add(op.asset)
        case .createClaimableBalance(let op): add(op.asset)
        case .claimClaimableBalance(let op): balances.insert(op.balanceID)
        case .clawbackClaimableBalance(let op): balances.insert(op.balanceID)
        case .liquidityPoolDeposit(let op): add(op.liquidityPoolID)
        case .liquidityPoolWithdraw(let op): add(op.liquidityPoolID)
        case .manageData(let op): data.insert(String(decoding: op.dataName.bytes, as: UTF8.self))
        default: break
        }
    }

    private mutating func add(_ pool: PoolID) {
        holdings.insert(.poolShare(pool))
        pools.insert(pool)
    }

    private mutating func add(_ code: AssetCode, of issuer: AccountID) {
        switch code {
        case .creditAlphanum4(let code): holdings.insert(.creditAlphanum4(AlphaNum4(assetCode: code, issuer: issuer)))
        case .creditAlphanum12(let code):
            holdings.insert(.creditAlphanum12(AlphaNum12(assetCode: code, issuer: issuer)))
        }
    }

    private mutating func add(_ line: ChangeTrustAsset) {
        switch line {
        case .native: break
        case .creditAlphanum4(let code): holdings.insert(.creditAlphanum4(code))
        case .creditAlphanum12(let code): holdings.insert(.creditAlphanum12(code))
        case .poolShare(let parameters):
            holdings.insert(.poolShare(parameters.id))
            switch parameters {
            case .liquidityPoolConstantProduct(let pair): for asset in [pair.assetA, pair.assetB] { add(asset) }
            }
        }
    }
}
