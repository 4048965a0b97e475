// SPDX-License-Identifier: Apache-2.0

import Codec
import LedgerRules
import LedgerXDR
import Stellar
import StellarXDR

/// Events of contracts.
extension RPCCall {
    /// The most ledgers that one request searches.
    private static let mostLedgers: UInt32 = 10_000

    func events(_ parameters: RPCParameters, _ snapshot: Snapshot) throws(RPCError) -> JSON {
        let range = range(snapshot)
        let hasCursor = try parameters.parameters("pagination")?.text("cursor").map { !$0.isEmpty } ?? false
        let start = try parameters.number("startLedger", as: UInt32.self) ?? 0
        let end = try parameters.number("endLedger", as: UInt32.self) ?? 0
        if hasCursor, start > 0 || end > 0 { throw .invalidParameters("ledger ranges and cursor cannot both be set") }
        let page = try RPCPage(parameters, range, limit: 100, most: 10_000, cursor: PlacedEvent.place)
        if let cursor = page.cursor, !(range.oldest...range.latest).contains(PlacedEvent.ledger(of: cursor)) {
            throw .invalidRequest("startLedger must be within the ledger range: \(range.oldest) - \(range.latest)")
        }
        let filters = try EventFilter.all(parameters)
        let last = try Self.end(parameters, page, range)
        let first = page.start(after: range) { PlacedEvent.place(ledger: $0) }
        let found = snapshot.records.lazy.filter { $0.ledger < last }.flatMap(PlacedEvent.events)
            .filter { $0.place >= first }
            .filter { event in filters.isEmpty || filters.contains { $0.matches(event.event) } }
            .prefix(page.limit)
        let list = Array(found)
        let isFull = list.count == page.limit && page.limit > 0
        return [
            "events": .array(list.map(\.json)), "latestLedger": .integer(range.latest),
            "oldestLedger": .integer(range.oldest), "latestLedgerCloseTime": .digits(range.latestTime),
            "oldestLedgerCloseTime": .digits(range.oldestTime),
            "cursor": .string(isFull ? list[list.count - 1].id : PlacedEvent.lastID(before: last)),
        ]
    }

    /// The first ledger that is not searched.
    private static func end(
        _ parameters: RPCParameters, _ page: RPCPage, _ range: LedgerRange
    ) throws(RPCError) -> UInt32 {
        let start = page.cursor.map(PlacedEvent.ledger(of:)) ?? page.startLedger
        let most = min(range.latest + 1, start.addingReportingOverflow(mostLedgers).partialValue)
        guard let end = try parameters.number("endLedger", as: UInt32.self), end > 0 else { return most }
        guard end > start else { throw .invalidParameters("endLedger must be after startLedger") }
        return min(end, most)
    }
}
