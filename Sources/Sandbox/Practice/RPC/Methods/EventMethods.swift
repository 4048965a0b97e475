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

/// An event with its place among all events.
struct PlacedEvent {
    let event: ContractEvent
    private let record: TransactionRecord
    /// The place of the operation (SEP-35): ledger, transaction and operation.
    private let operation: UInt64
    /// The event's number in its operation.
    private let index: UInt64

    /// What comes after all transactions of a ledger has this number of a transaction.
    private static let afterAll: UInt64 = 0xf_ffff

    /// The events of a transaction, in order: the fee, what the operations did, and what was returned of the fee.
    static func events(of record: TransactionRecord) -> [PlacedEvent] {
        guard case .v4(let meta) = record.meta else { return [] }
        let ledger = UInt64(record.ledger) << 32
        func fees(_ stage: TransactionEventStage, _ transaction: UInt64) -> [PlacedEvent] {
            meta.events.filter { $0.stage == stage }.enumerated().map { index, event in
                PlacedEvent(
                    event: event.event, record: record, operation: ledger | transaction << 12, index: UInt64(index))
            }
        }
        let inside = meta.operations.enumerated().flatMap { place, operation in
            operation.events.enumerated().map { index, event in
                PlacedEvent(
                    event: event, record: record, operation: ledger | 1 << 12 | UInt64(place), index: UInt64(index))
            }
        }
        return fees(.beforeAllTxs, 0) + inside + fees(.afterAllTxs, afterAll)
    }

    // MARK: Places

    /// One number for the order of all events; an operation has fewer than 256.
    var place: UInt64 { Self.place(operation, index) }

    private static func place(_ operation: UInt64, _ index: UInt64) -> UInt64 {
        // The operation's number takes 12 bits more than the practice network needs.
        operation << 8 | min(index, 255)
    }

    static func place(ledger: UInt32) -> UInt64 { place(UInt64(ledger) << 32, 0) }

    static func ledger(of place: UInt64) -> UInt32 { UInt32(truncatingIfNeeded: place >> 40) }

    /// The place that an event's id names; nil for another text.
    static func place(_ id: String) -> UInt64? {
        let parts = id.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2, let operation = UInt64(parts[0]), operation < 1 << 56, let index = UInt64(parts[1])
        else {
            return nil
        }
        return place(operation, index)
    }

    var id: String { Self.id(operation, index) }

    /// The id of what would be the last event before a ledger.
    static func lastID(before ledger: UInt32) -> String { id(UInt64(ledger) << 32 - 1, UInt64(UInt32.max)) }

    private static func id(_ operation: UInt64, _ index: UInt64) -> String {
        padded(operation, 19) + "-" + padded(index, 10)
    }

    private static func padded(_ number: UInt64, _ width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(width - digits.count, 0)) + digits
    }

    // MARK: Format

    var json: JSON {
        guard case .v0(let body) = event.body else { return .null }
        return [
            "type": "contract", "ledger": .integer(record.ledger),
            "ledgerClosedAt": .string(Timestamp(record.time).rfc3339),
            "contractId": .string(event.contractID.map { StrKey.contract($0).text } ?? ""), "id": .string(id),
            "operationIndex": .integer(operation & 0xfff), "transactionIndex": .integer(operation >> 12 & 0xf_ffff),
            "txHash": .string(record.hash.hex),
            "topic": .xdr(each: body.topics), "value": .xdr(body.data),
        ]
    }
}

/// Which events are asked for: those of certain contracts, whose topics match.
struct EventFilter {
    /// One segment of a topic filter.
    private enum Segment {
        case any
        case value(SCVal)
        /// Any number of further topics.
        case rest
    }

    private let contracts: Set<ContractID>
    private let topics: [[Segment]]

    private static let mostFilters = 5
    private static let mostContracts = 5
    private static let mostTopics = 5

    static func all(_ parameters: RPCParameters) throws(RPCError) -> [EventFilter] {
        let list = try parameters.objects("filters") ?? []
        guard list.count <= mostFilters else { throw .invalidParameters("maximum \(mostFilters) filters per request") }
        var filters: [EventFilter] = []
        for filter in list { filters.append(try EventFilter(filter)) }
        return filters
    }

    private init(_ parameters: RPCParameters) throws(RPCError) {
        let types = try parameters.text("type") ?? ""
        for type in types.split(separator: ",") {
            guard ["contract", "system"].contains(type) else {
                throw .invalidParameters("filter type invalid: if set, type must be either 'system' or 'contract'")
            }
        }
        let ids = try parameters.texts("contractIds") ?? []
        guard ids.count <= Self.mostContracts else {
            throw .invalidParameters("maximum \(Self.mostContracts) contract IDs per filter")
        }
        var contracts: Set<ContractID> = []
        for id in ids {
            guard case .contract(let contract)? = try? StrKey(id) else {
                throw .invalidParameters("contract ID invalid")
            }
            contracts.insert(contract)
        }
        self.contracts = contracts
        let topics = try parameters.list("topics") ?? []
        guard topics.count <= Self.mostTopics else {
            throw .invalidParameters("maximum \(Self.mostTopics) topics per filter")
        }
        var segments: [[Segment]] = []
        for topic in topics {
            let texts = topic.asArray?.compactMap(\.asString) ?? []
            guard !texts.isEmpty, texts.count == topic.asArray?.count else {
                throw .invalidParameters("topic must be an array of strings")
            }
            segments.append(try Self.segments(texts))
        }
        self.topics = segments
    }

    private static func segments(_ texts: [String]) throws(RPCError) -> [Segment] {
        var segments: [Segment] = []
        for (index, text) in texts.enumerated() {
            if text == "**", index == texts.count - 1 {
                segments.append(.rest)
            } else if text == "*" {
                segments.append(.any)
            } else if let value = SCVal(base64: text) {
                segments.append(.value(value))
            } else {
                throw .invalidParameters("topic segment invalid: it must be a value, '*' or, at the end, '**'")
            }
        }
        guard segments.count <= (texts.last == "**" ? 5 : 4) else {
            throw .invalidParameters("topic cannot have more than 4 segments")
        }
        return segments
    }

    func matches(_ event: ContractEvent) -> Bool {
        guard contracts.isEmpty || event.contractID.map(contracts.contains) == true else { return false }
        guard case .v0(let body) = event.body else { return false }
        return topics.isEmpty || topics.contains { Self.matches($0, body.topics) }
    }

    private static func matches(_ segments: [Segment], _ topics: [SCVal]) -> Bool {
        for (index, segment) in segments.enumerated() {
            if case .rest = segment { return true }
            guard index < topics.count else { return false }
            if case .value(let value) = segment, topics[index] != value { return false }
        }
        return segments.count == topics.count
    }
}
