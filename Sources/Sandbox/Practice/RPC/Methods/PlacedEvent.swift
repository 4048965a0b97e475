// SPDX-License-Identifier: Apache-2.0

import Codec
import LedgerRules
import LedgerXDR
import Stellar
import StellarXDR

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
