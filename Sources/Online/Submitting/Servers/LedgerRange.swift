// SPDX-License-Identifier: Apache-2.0

/// The ledgers through which a server looked for a transaction, with the close times of the first and the last one, in seconds since 1970.
struct LedgerRange: Hashable {
    var first: Int64
    var firstClosedAt: Int64
    var last: Int64
    var lastClosedAt: Int64

    /// The ledgers that both ranges have.
    func intersection(_ other: LedgerRange) -> LedgerRange {
        LedgerRange(
            first: max(first, other.first), firstClosedAt: max(firstClosedAt, other.firstClosedAt),
            last: min(last, other.last), lastClosedAt: min(lastClosedAt, other.lastClosedAt))
    }

    /// Seconds by which this machine's clock may be behind the ledger's.
    private static let clockSlack: Int64 = 60
    /// The ledger that a network begins with.
    private static let genesis: Int64 = 2

    /// Whether a transaction that was not known before a time would be in these ledgers, or later, if it was applied at all.
    ///
    /// - Parameter time: in seconds since 1970, by this machine's clock.
    func covers(everythingSince time: Int64?) -> Bool {
        guard first > Self.genesis else { return true }
        return time.map { firstClosedAt <= $0 - Self.clockSlack } ?? false
    }
}
