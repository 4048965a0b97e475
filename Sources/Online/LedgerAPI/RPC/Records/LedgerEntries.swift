// SPDX-License-Identifier: Apache-2.0

import Codec
package import StellarXDR

/// The entries that exist of those that were asked for, from `getLedgerEntries`; each was asked for, and none occurs twice.
package struct LedgerEntries: Hashable, Sendable {
    /// By key. A key that is missing has no entry in the ledger.
    package let entries: [LedgerKey: LedgerEntryRecord]
    /// The ledgers of the answers, the earliest and the latest; nil if nothing was asked.
    package let ledgers: ClosedRange<UInt32>?

    static let none = LedgerEntries(entries: [:], ledgers: nil)

    private init(entries: [LedgerKey: LedgerEntryRecord], ledgers: ClosedRange<UInt32>?) {
        self.entries = entries
        self.ledgers = ledgers
    }

    /// The latest ledger when the server answered; the earliest of several answers, 0 if nothing was asked.
    package var latestLedger: UInt32 { ledgers?.lowerBound ?? 0 }

    /// Whether what moved between two entries cannot be in both, or in neither.
    package var isOfOneLedger: Bool { ledgers.map { $0.count == 1 } ?? true }

    /// The entries of two answers to different keys.
    func merging(_ more: LedgerEntries) -> LedgerEntries {
        let bounds = [ledgers, more.ledgers].compactMap(\.self)
        let ledgers = bounds.first.map { first in
            bounds.reduce(first) { min($0.lowerBound, $1.lowerBound)...max($0.upperBound, $1.upperBound) }
        }
        return LedgerEntries(entries: entries.merging(more.entries) { first, _ in first }, ledgers: ledgers)
    }

    init(_ json: JSON, asked: Set<LedgerKey>) throws(JSONError) {
        var entries: [LedgerKey: LedgerEntryRecord] = [:]
        let latest = try json.ledger("latestLedger")
        ledgers = latest...latest
        for (index, record) in try json.optionalElements("entries", LedgerEntryRecord.init).enumerated() {
            guard asked.contains(record.key) else {
                throw .wrongType(field: "entries[\(index)].key", expected: "a key that was asked for")
            }
            guard entries.updateValue(record, forKey: record.key) == nil else {
                throw .wrongType(field: "entries[\(index)].key", expected: "different from the other keys")
            }
        }
        self.entries = entries
    }

    package subscript(_ key: LedgerKey) -> LedgerEntryRecord? { entries[key] }
}
