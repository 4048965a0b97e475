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

    /// The account, `G…`.
    public let account: Account
    /// The last sequence number used: the next transaction has the following one.
    public let sequenceNumber: Int64
    /// The native asset, each trustline and the shares of pools.
    public let balances: [Balance]
    /// Whether a payment to the account has to have a memo.
    ///
    /// - Source: SEP-29.
    public let requiresMemo: Bool
    /// The home domain that the account claims; nothing proves that it is the domain's. The server's
    /// text: escape it before showing it on a terminal.
    public let claimedHomeDomain: String?

    init(_ record: AccountRecord, baseReserve: Stellar.Amount) {
        account = Account(MuxedAccount(record.id))
        sequenceNumber = record.sequence
        balances = record.balances.map { balance in
            Balance(
                asset: balance.asset.map { ColdstarStellar.Asset($0) }, name: balance.name,
                amount: ColdstarStellar.Amount(balance.balance),
                spendable: ColdstarStellar.Amount(record.spendable(balance, baseReserve: baseReserve)),
                limit: balance.limit.map { ColdstarStellar.Amount($0) }, isAuthorized: balance.isAuthorized)
        }
        requiresMemo = record.requiresMemo
        claimedHomeDomain = record.homeDomain
    }

    /// What can be spent of an asset; zero if the account does not hold it.
    public func spendable(_ asset: ColdstarStellar.Asset) -> ColdstarStellar.Amount {
        balances.first { $0.asset == asset }?.spendable ?? ColdstarStellar.Amount(stroops: 0)
    }
}
