// SPDX-License-Identifier: Apache-2.0

package import StellarXDR
import TextCodec

/// The entries that exist of those that were asked for, from `getLedgerEntries`; each was asked for, and none occurs twice.
package struct LedgerEntries: Hashable, Sendable {
    /// By key. A key that is missing has no entry in the ledger.
    package let entries: [LedgerKey: LedgerEntryRecord]
    /// The latest ledger when the server answered; the earliest of several answers.
    package let latestLedger: UInt32

    package init(entries: [LedgerKey: LedgerEntryRecord], latestLedger: UInt32) {
        self.entries = entries
        self.latestLedger = latestLedger
    }

    init(_ json: JSON, asked: Set<LedgerKey>) throws(JSONError) {
        var entries: [LedgerKey: LedgerEntryRecord] = [:]
        latestLedger = try json.ledger("latestLedger")
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
