// SPDX-License-Identifier: Apache-2.0

import Stellar
import StellarXDR

/// An account's simulated state: as reported by Horizon, then changed by the operations of a transaction.
struct AccountState {
    /// An amount of one asset, in stroops.
    struct Holding: Hashable {
        var balance: Bounds
        /// The balance less selling liabilities.
        var spendable: Bounds
        /// The balance plus buying liabilities.
        var filled: Bounds

        static func += (holding: inout Holding, amount: Bounds) {
            holding.balance += amount
            holding.spendable += amount
            holding.filled += amount
        }

        static func -= (holding: inout Holding, amount: Bounds) {
            holding += Bounds(-amount.high, -amount.low)
            holding.balance = holding.balance.atLeast(0)
        }
    }

    enum Authorization: UInt32 {
        case none = 0
        case full = 1
        /// Authorized to maintain liabilities only.
        case maintainLiabilities = 2
    }

    /// The account that pays the reserve of an entry.
    enum Sponsor: Hashable {
        case owner
        case account(AccountID)
        case unknown

        init(_ id: AccountID?) { self = id.map { .account($0) } ?? .owner }
    }

    struct Line {
        var holding: Holding
        var limit: Int128
        var authorization: Authorization
        var isClawbackEnabled: Bool
        let sponsor: Sponsor
    }

    struct PoolShares {
        var balance: Bounds
        var limit: Int128
        let sponsor: Sponsor
        /// The pool's two assets, if known.
        var assets: [Asset]?
    }

    let id: AccountID
    var native: Holding
    var lines: [Asset: Line] = [:]
    var pools: [PoolID: PoolShares] = [:]
    /// The signers other than the account's own key.
    var signers: [SignerKey: Sponsor] = [:]
    /// Data entries by name.
    var data: [String: Sponsor] = [:]
    /// Open offers by id; nil until they are fetched.
    var offers: [Int64: OwnOffer]?
    /// The offers reported by the server, as they were then; its order books contain them.
    var shownOffers: [OwnOffer] = []
    /// The number of open offers; bounds, because an offer made by this transaction may be filled at once.
    var offerCount: Bounds = 0
    /// The number of base reserves required: two for the account, its subentries, those it sponsors less those
    /// sponsored for it.
    var entries: Bounds = 2
    var sponsoring: Bounds = 0
    let sponsor: Sponsor
    var sequence: SequenceNumber
    var flags: AccountRecord.Flags
    let requiresMemo: Bool

    /// Subentries other than signers, which prevent a merge.
    var obstacles: Int128 { Int128(lines.count + 2 * pools.count + data.count) + offerCount.low }
    var subentries: Int128 { obstacles + Int128(signers.count) }

    /// Creates the state of an account that an earlier operation creates.
    init(created id: AccountID, with balance: Int128, sequence: SequenceNumber, sponsor: Sponsor) {
        self.id = id
        self.sequence = sequence
        self.sponsor = sponsor
        native = Holding(balance: Bounds(balance), spendable: Bounds(balance), filled: Bounds(balance))
        flags = AccountRecord.Flags()
        requiresMemo = false
        if sponsor != .owner { entries = 0 }
    }

    /// Creates the state of an account as Horizon reports it.
    init(_ record: AccountRecord) {
        id = record.id
        sequence = record.sequence
        sponsor = Sponsor(record.sponsor)
        native = Holding(balance: 0, spendable: 0, filled: 0)
        flags = record.flags
        requiresMemo = record.requiresMemo
        entries = Bounds(Int128(record.reserveEntries))
        sponsoring = Bounds(Int128(record.sponsoring))
        for balance in record.balances { read(balance) }
        for signer in record.signers where signer.key != .ed25519(record.id.key) {
            signers[signer.key] = Sponsor(signer.sponsor)
        }
        let explained = sponsoredEntries
        for name in record.data.keys { data[name] = explained == record.sponsored ? .owner : .unknown }
        offerCount = Bounds(max(0, Int128(record.subentryCount) - subentries))
    }

    private mutating func read(_ record: AccountBalance) {
        let balance = Bounds(Int128(record.balance.stroops))
        let holding = Holding(
            balance: balance, spendable: balance - Bounds(Int128(record.sellingLiabilities.stroops)),
            filled: balance + Bounds(Int128(record.buyingLiabilities.stroops)))
        let limit = Int128((record.limit ?? .max).stroops)
        switch record.holding {
        case .asset(.native): native = holding
        case .asset(let asset):
            let authorization: Authorization =
                record.isAuthorized ? .full : record.maintainsLiabilities ? .maintainLiabilities : .none
            lines[asset] = Line(
                holding: holding, limit: limit, authorization: authorization,
                isClawbackEnabled: record.isClawbackEnabled, sponsor: Sponsor(record.sponsor))
        case .poolShares(let text):
            guard let id = try? PoolID(poolID: text) else { return }
            pools[id] = PoolShares(balance: balance, limit: limit, sponsor: Sponsor(record.sponsor))
        }
    }

    /// The number of its reserves that others are known to sponsor.
    private var sponsoredEntries: Int64 {
        let count = { (sponsors: [Sponsor]) in Int64(sponsors.count { $0 != .owner }) }
        return (sponsor == .owner ? 0 : 2) + count(lines.values.map(\.sponsor)) + 2 * count(pools.values.map(\.sponsor))
            + count(Array(signers.values))
    }
}
