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

/// Ledger entries by key; a nil value is an entry that does not exist.
struct World {
    var accounts: [AccountID: AccountState?] = [:]
    var claimable: [ClaimableBalanceID: ClaimableBalanceRecord?] = [:]
    /// The active sponsorships, from the sponsored account to its sponsor, between the operations that begin and end
    /// them.
    var sponsors: [AccountID: AccountID] = [:]
    /// Assets traded in unknown amounts, so that any open offer may have been filled.
    var traded: Set<Asset> = []
    /// The accounts that have offered one asset (the first) for another, so that an order book fetched before is
    /// incomplete.
    var offering: [[Asset]: Set<AccountID>] = [:]

    /// The number of entries that were removed without it being known who paid their reserves.
    var released: Int128 = 0

    mutating func merge(_ changes: World) {
        accounts.merge(changes.accounts) { $1 }
        claimable.merge(changes.claimable) { $1 }
        traded.formUnion(changes.traded)
        offering.merge(changes.offering) { $0.union($1) }
        released += changes.released
    }
}

/// A number known exactly or only within bounds. It has 128 bits, so that no sum of amounts overflows.
struct Bounds: Hashable, ExpressibleByIntegerLiteral {
    var low: Int128
    var high: Int128

    init(_ value: Int128) { self.init(value, value) }

    init(_ low: Int128, _ high: Int128) {
        self.low = low
        self.high = high
    }

    init(integerLiteral value: Int64) { self.init(Int128(value)) }

    var isExact: Bool { low == high }

    /// The bounds raised to at least, or lowered to at most, a value.
    func atLeast(_ least: Int128) -> Bounds { Bounds(max(low, least), max(high, least)) }
    func atMost(_ most: Int128) -> Bounds { Bounds(min(low, most), min(high, most)) }

    static func + (a: Bounds, b: Bounds) -> Bounds { Bounds(a.low + b.low, a.high + b.high) }
    static func - (a: Bounds, b: Bounds) -> Bounds { Bounds(a.low - b.high, a.high - b.low) }
    static func += (a: inout Bounds, b: Bounds) { a = a + b }
    static func -= (a: inout Bounds, b: Bounds) { a = a - b }
}
