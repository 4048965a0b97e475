// SPDX-License-Identifier: Apache-2.0

package import Stellar
package import StellarXDR

/// When a transaction stops being valid, as far as that protects anyone: an expiry more than a year away does not.
package enum Expiry: Hashable, Sendable {
    /// At a time, in Unix seconds, at most a year from now.
    case time(UInt64)
    /// Before a ledger that is at most a year of ledgers after the claimed newest one.
    case ledger(UInt32)
    /// At a time more than a year from now: counts as no expiry.
    case distantTime(UInt64)
    /// Before a ledger that may be more than a year away: counts as no expiry.
    case distantLedger(UInt32)
    case none

    private static let year: UInt64 = 365 * 86400
    /// 2015-09-30, when the public network began.
    private static let firstLedger: UInt64 = 1_443_571_200

    /// - Parameter claimed: the latest ledger according to the request. It counts up to the number that a ledger can
    ///   have reached by now at five seconds each; without it, only the first year of ledgers is certain to be near.
    package init(_ conditions: Preconditions, now: Timestamp, claimedLedger claimed: UInt32?) {
        let time = conditions.timeBounds?.maxTime ?? 0
        let ledger = conditions.extended?.ledgerBounds?.maxLedger ?? 0
        if time > 0, time <= now.seconds || time - now.seconds <= Self.year {
            self = .time(time)
        } else if ledger > 0 {
            let reached = (now.seconds - min(Self.firstLedger, now.seconds)) / LedgerSpan.secondsPerLedger
            let newest = min(UInt64(claimed ?? 0), reached)
            let isNear = UInt64(ledger) <= newest + Self.year / LedgerSpan.secondsPerLedger
            self = isNear ? .ledger(ledger) : .distantLedger(ledger)
        } else {
            self = time > 0 ? .distantTime(time) : .none
        }
    }
}
