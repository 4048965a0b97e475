// SPDX-License-Identifier: Apache-2.0

import LedgerRules
import LedgerXDR

/// The ledgers that the service knows.
struct LedgerRange {
    let oldest: UInt32
    let oldestTime: UInt64
    let latest: UInt32
    let latestTime: UInt64
}

extension RPCCall {
    /// How many ledgers a service that lags behind is back; fewer than the number of the first ledger.
    private static let lag: UInt32 = 500

    func range(_ snapshot: Snapshot) -> LedgerRange {
        let latest = latest(snapshot)
        let window = RPCService.retention - 1
        let first = snapshot.ledgers[0]
        let oldest = latest.ledgerSeq > window ? snapshot.ledger(latest.ledgerSeq - window) ?? first : first
        return LedgerRange(
            oldest: min(oldest.sequence, latest.ledgerSeq),
            oldestTime: min(oldest.closeTime, latest.scpValue.closeTime),
            latest: latest.ledgerSeq, latestTime: latest.scpValue.closeTime)
    }

    /// The header of the latest ledger that the service knows. A service that lags behind makes up one of the time
    /// before the practice network began.
    func latest(_ snapshot: Snapshot) -> LedgerHeader {
        var header = snapshot.latest.header
        guard fault == .staleLedger else { return header }
        header.ledgerSeq -= Self.lag
        let passed = UInt64(Self.lag) * PracticeLedger.closeInterval * 1000
        header.scpValue = StellarValue(
            txSetHash: header.scpValue.txSetHash, closedAt: snapshot.latest.closeMilliseconds - passed)
        return header
    }
}

extension Snapshot {
    /// The ledger with this number, if it is known.
    func ledger(_ sequence: UInt32) -> ClosedLedger? {
        guard let first = ledgers.first?.sequence, sequence >= first, Int(sequence - first) < ledgers.count else {
            return nil
        }
        return ledgers[Int(sequence - first)]
    }

    /// The transaction of this ledger.
    func record(in ledger: UInt32) -> TransactionRecord? {
        // Newest first, since that is what is asked for.
        records.last { $0.ledger <= ledger }.flatMap { $0.ledger == ledger ? $0 : nil }
    }
}

/// Which part of a list is asked for: from a ledger on, or after the last element of another part.
struct RPCPage {
    /// The last element before the part; nil if it begins with a ledger.
    let cursor: UInt64?
    let startLedger: UInt32
    let limit: Int

    /// - Parameters:
    ///   - limit: the number of elements if none is given.
    ///   - most: the greatest number.
    init(
        _ parameters: RPCParameters, _ range: LedgerRange, limit: Int, most: Int,
        cursor read: (String) -> UInt64? = { UInt64($0) }
    ) throws(RPCError) {
        let pagination = try parameters.parameters("pagination")
        self.limit = try pagination?.number("limit", as: Int.self) ?? limit
        guard self.limit >= 0, self.limit <= most else {
            throw .invalidParameters("limit must not exceed \(most)")
        }
        let start = try parameters.number("startLedger", as: UInt32.self)
        if let text = try pagination?.text("cursor"), !text.isEmpty {
            guard start ?? 0 == 0 else { throw .invalidRequest("startLedger and cursor cannot both be set") }
            guard let cursor = read(text) else { throw .invalidParameters("cursor is invalid") }
            self.cursor = cursor
            startLedger = range.oldest
        } else {
            cursor = nil
            startLedger = start ?? 0
            guard (range.oldest...range.latest).contains(startLedger) else {
                throw .invalidRequest(
                    "startLedger must be within the ledger range: \(range.oldest) - \(range.latest)")
            }
        }
    }

    /// The place of the first element.
    ///
    /// - Parameter place: that of a ledger's first element.
    func start(after range: LedgerRange, _ place: (UInt32) -> UInt64) -> UInt64 {
        guard let cursor else { return place(startLedger) }
        return cursor < .max ? cursor + 1 : cursor
    }
}
