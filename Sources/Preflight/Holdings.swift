// SPDX-License-Identifier: Apache-2.0

import Horizon
import Stellar
import StellarXDR
import XDR

/// One account's balances while the operations of a transaction are gone through in order.
///
/// Wide integers, so that no sum of amounts overflows.
struct Holdings {
    struct Line {
        var balance: Int128
        var limit: Int128
        var buying: Int128
        var selling: Int128
        var isAuthorized: Bool
        /// Whether, not being authorized, it may keep its offers.
        var maintainsLiabilities = false
        var isClawbackEnabled = false
        /// Whether a liquidity pool or an offer still needs it.
        var isBusy: Bool { buying != 0 || selling != 0 }
    }

    let id: AccountID
    var native: Int128
    var nativeSelling: Int128
    var nativeBuying: Int128
    var lines: [Asset: Line]
    /// Entries that count towards the reserve: two for the account, subentries, what it sponsors less what others do.
    var entries: Int128
    var subentries: Int64
    var sponsoring: Int64
    var signers: Set<SignerKey>
    /// Names of its data entries.
    var data: Set<String>
    /// The shares of pools that it holds.
    var pools: [PoolID: Int128]
    let requiresMemo: Bool
    let isImmutable: Bool
    /// Whether it may take back what it lets others hold.
    var isRevocable: Bool
    /// Whether what it lets others hold from now on can be clawed back.
    var letsClawBack: Bool

    init(_ record: AccountRecord) {
        id = record.id
        native = 0
        nativeSelling = 0
        nativeBuying = 0
        lines = [:]
        entries = Int128(record.reserveEntries)
        subentries = record.subentryCount
        sponsoring = record.sponsoring
        signers = Set(record.signers.map(\.key).filter { $0 != .ed25519(record.id.key) })
        data = Set(record.data.keys)
        pools = [:]
        requiresMemo = record.requiresMemo
        isImmutable = record.flags.authImmutable
        isRevocable = record.flags.authRevocable
        letsClawBack = record.flags.authClawbackEnabled
        for balance in record.balances {
            guard let asset = balance.asset else {
                if case .poolShares(let id) = balance.holding, let id = try? PoolID(poolID: id) {
                    pools[id] = Int128(balance.balance.stroops)
                }
                continue
            }
            if asset == .native {
                native = Int128(balance.balance.stroops)
                nativeSelling = Int128(balance.sellingLiabilities.stroops)
                nativeBuying = Int128(balance.buyingLiabilities.stroops)
            } else {
                lines[asset] = Line(
                    balance: Int128(balance.balance.stroops), limit: Int128((balance.limit ?? .max).stroops),
                    buying: Int128(balance.buyingLiabilities.stroops),
                    selling: Int128(balance.sellingLiabilities.stroops), isAuthorized: balance.isAuthorized,
                    maintainsLiabilities: balance.maintainsLiabilities, isClawbackEnabled: balance.isClawbackEnabled)
            }
        }
    }

    /// An account that an earlier operation creates.
    init(created id: AccountID, with balance: Int128, entries: Int128) {
        self.id = id
        native = balance
        nativeSelling = 0
        nativeBuying = 0
        lines = [:]
        self.entries = entries
        subentries = 0
        sponsoring = 0
        signers = []
        data = []
        pools = [:]
        requiresMemo = false
        isImmutable = false
        isRevocable = false
        letsClawBack = false
    }

    /// Native that may leave: above the reserve and what offers have promised. Negative when the reserve is not met.
    func spare(reserve: Int128) -> Int128 { native - entries * reserve - nativeSelling }
}
