// SPDX-License-Identifier: Apache-2.0

import Codec
package import LedgerXDR
import Stellar
package import StellarXDR

/// The entries of the ledger that the network has frozen: it refuses all transactions that touch them, but for a few.
///
/// - Source: CAP-77.
package struct FrozenEntries: Hashable, Sendable {
    /// In their form on the wire: whether this version knows their kind does not matter.
    private var keys: Set<[UInt8]> = []
    /// The transactions that may touch them, whenever that is clear before they are applied.
    private var exempt: Set<TransactionHash> = []

    package static let none = FrozenEntries()

    private init() {}

    /// - Parameter settings: the network's configuration, of which other settings are left out.
    package init(_ settings: some Sequence<ConfigSettingEntry>) {
        for setting in settings {
            switch setting {
            case .frozenLedgerKeys(let frozen): keys.formUnion(frozen.keys.map(\.bytes))
            case .freezeBypassTxs(let bypass): exempt.formUnion(bypass.txHashes.map { TransactionHash($0) })
            default: break
            }
        }
    }

    package func contains(_ key: LedgerKey) -> Bool { keys.contains(key.xdr) }

    /// The first frozen entry that a transaction is known to touch before it is applied, in words, and its operation;
    /// nil where there is none, and for an exempt transaction.
    func touched(by transaction: HashedTransaction) -> (entry: String, operation: Int?)? {
        guard !keys.isEmpty, !exempt.contains(transaction.hash) else { return nil }
        let inner = transaction.envelope.innermost
        if case .v1(let data) = inner.ext {
            let footprint = data.resources.footprint
            for key in footprint.readOnly + footprint.readWrite where contains(key) {
                return (key.words, nil)
            }
        }
        let payers = [transaction.envelope.feeSource.account, inner.sourceAccount.account]
        if let key = payers.map(LedgerKey.account(of:)).first(where: contains) { return (key.words, nil) }
        for (index, operation) in inner.operations.enumerated() {
            let source = inner.source(of: operation).account
            let touched = [LedgerKey.account(of: source)] + operation.body.namedKeys(by: source)
            if let key = touched.first(where: contains) { return (key.words, index) }
        }
        return nil
    }

    /// Whether an account's line for an asset is frozen, or the account itself for XLM.
    func hasLine(of account: AccountID, for asset: Asset) -> Bool {
        !keys.isEmpty && LedgerKey.holding(of: account, asset).map(contains) == true
    }
}

extension LedgerKey {
    fileprivate static func account(of id: AccountID) -> LedgerKey { .account(LedgerKeyAccount(accountID: id)) }

    /// What holds an account's balance of an asset; nil for an issuer's own asset.
    fileprivate static func holding(of id: AccountID, _ asset: Asset) -> LedgerKey? {
        asset == .native ? account(of: id) : trustline(of: id, for: asset)
    }

    /// The entry, with whole addresses.
    fileprivate var words: String {
        switch self {
        case .account(let key): "the account \(key.accountID.address)"
        case .trustline(let key): "the trustline of \(key.accountID.address) for \(key.asset.words)"
        case .contractData(let key): "an entry of the contract \(key.contract.address)"
        case .contractCode(let key): "the contract code with the hash \(Hex.encode(key.hash.bytes))"
        case .offer, .data, .claimableBalance, .liquidityPool, .configSetting, .ttl: "an entry"
        }
    }
}

extension TrustLineAsset {
    fileprivate var words: String {
        switch self {
        case .native: Asset.native.text
        case .creditAlphanum4(let asset): Asset.creditAlphanum4(asset).text
        case .creditAlphanum12(let asset): Asset.creditAlphanum12(asset).text
        case .poolShare(let pool): "the pool \(StrKey.liquidityPool(pool).text)"
        }
    }
}

extension OperationBody {
    /// The balances and accounts that an operation names, beside its source, so that whether it touches one of them is
    /// known before it is applied.
    ///
    /// - Source: CAP-77, "Source trustlines" and "Destination accounts/trustlines".
    fileprivate func namedKeys(by source: AccountID) -> [LedgerKey] {
        func held(_ account: AccountID, _ assets: Asset...) -> [LedgerKey] {
            assets.compactMap { LedgerKey.holding(of: account, $0) }
        }
        return switch self {
        case .createAccount(let op): held(op.destination, .native)
        case .payment(let op): held(source, op.asset) + held(op.destination.account, op.asset)
        case .pathPaymentStrictSend(let op): held(source, op.sendAsset) + held(op.destination.account, op.destAsset)
        case .pathPaymentStrictReceive(let op): held(source, op.sendAsset) + held(op.destination.account, op.destAsset)
        case .manageSellOffer(let op): held(source, op.selling, op.buying)
        case .manageBuyOffer(let op): held(source, op.selling, op.buying)
        case .createPassiveSellOffer(let op): held(source, op.selling, op.buying)
        case .createClaimableBalance(let op): held(source, op.asset)
        case .accountMerge(let destination): held(destination.account, .native)
        case .allowTrust(let op): held(op.trustor, Asset(op.asset, issuer: source))
        case .setTrustLineFlags(let op): held(op.trustor, op.asset)
        case .clawback(let op): held(op.from.account, op.asset)
        case .revokeSponsorship(.ledgerEntry(let key)): [key]
        case .revokeSponsorship(.signer(let op)): held(op.accountID, .native)
        case .changeTrust(let op):
            switch op.line {
            case .creditAlphanum4(let asset): held(source, .creditAlphanum4(asset))
            case .creditAlphanum12(let asset): held(source, .creditAlphanum12(asset))
            case .native, .poolShare: []
            }
        default: []
        }
    }
}
