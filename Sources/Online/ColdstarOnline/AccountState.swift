// SPDX-License-Identifier: Apache-2.0

public import ColdstarStellar
import LedgerAPI
import Stellar
import StellarXDR

/// An account of the ledger, as the servers show it.
public struct AccountState: Hashable, Sendable {
    /// A balance of one asset, or of the shares of one liquidity pool.
    public struct Balance: Hashable, Sendable {
        /// Nil for pool shares.
        public let asset: ColdstarStellar.Asset?
        /// `native`, `CODE:G…`, or `pool:` and the pool's id.
        public let name: String
        /// All of it.
        public let amount: ColdstarStellar.Amount
        /// The amount less reserve and selling liabilities; a payment's fee comes from it too.
        public let spendable: ColdstarStellar.Amount
        /// The trustline's limit; nil for the native asset.
        public let limit: ColdstarStellar.Amount?
        /// Whether the issuer lets the account use the balance.
        public let isAuthorized: Bool
    }

    /// What signs for the account, with a weight.
    public struct Signer: Hashable, Sendable {
        /// A key, or a hash.
        public let key: ColdstarStellar.SignerKey
        /// 1 to 255.
        public let weight: Int
    }

    /// The weights that operations of each kind need, 0 to 255.
    public struct Thresholds: Hashable, Sendable {
        /// Of the least important operations.
        public let low: Int
        /// Of payments, and most others.
        public let medium: Int
        /// Of changes of signers and thresholds, and of a merge.
        public let high: Int
    }

    /// The account, `G…`.
    public let account: Account
    /// The last sequence number used: the next transaction has the following one.
    public let sequenceNumber: Int64
    /// The native asset, the trustlines and the shares of pools; without Horizon only those that could be asked for,
    /// see ``unlistedEntries``.
    public let balances: [Balance]
    /// How many entries of the account are not listed here, since Stellar RPC cannot list them: trustlines, offers,
    /// data. 0 with Horizon. Those of assets that the journal knows are asked for.
    public let unlistedEntries: Int
    /// All signers, the account's own key among them unless its weight is 0.
    public let signers: [Signer]
    /// What the signers have to reach together.
    public let thresholds: Thresholds
    /// Whether a payment to the account has to have a memo.
    ///
    /// - Source: SEP-29.
    public let requiresMemo: Bool
    /// The home domain that the account claims; nothing proves that it is the domain's. The server's
    /// text: escape it before showing it on a terminal.
    public let claimedHomeDomain: String?

    init(_ record: AccountRecord, baseReserve: Stellar.Amount, listsTrustlines: Bool) {
        account = Account(MuxedAccount(record.id))
        sequenceNumber = record.sequence
        balances = record.balances.map { balance in
            Balance(
                asset: balance.asset.map { ColdstarStellar.Asset($0) }, name: balance.name,
                amount: ColdstarStellar.Amount(balance.balance),
                spendable: ColdstarStellar.Amount(record.spendable(balance, baseReserve: baseReserve)),
                limit: balance.limit.map { ColdstarStellar.Amount($0) }, isAuthorized: balance.isAuthorized)
        }
        unlistedEntries = listsTrustlines ? 0 : Int(clamping: record.unlistedSubentries)
        signers = record.signers.filter { $0.weight > 0 }.map {
            Signer(key: ColdstarStellar.SignerKey($0.key), weight: $0.weight)
        }
        let levels = record.thresholds
        thresholds = Thresholds(low: levels.low, medium: levels.medium, high: levels.high)
        requiresMemo = record.requiresMemo
        claimedHomeDomain = record.homeDomain
    }

    /// What can be spent of an asset; zero if the account does not hold it. Nil if it may hold it: the asset is not
    /// among the balances, and some entries are not listed.
    public func spendable(_ asset: ColdstarStellar.Asset) -> ColdstarStellar.Amount? {
        if let balance = balances.first(where: { $0.asset == asset }) { return balance.spendable }
        return unlistedEntries == 0 ? ColdstarStellar.Amount(stroops: 0) : nil
    }
}
