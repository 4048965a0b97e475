// SPDX-License-Identifier: Apache-2.0

package import LedgerXDR
package import StellarXDR

/// An entry of the ledger with its lifetime.
package struct StoredEntry: Hashable, Sendable {
    package var data: LedgerEntryData
    /// The last ledger in which it lives; nil for entries without a lifetime.
    package var liveUntil: UInt32?
    /// The ledger of its last change.
    package var modified: UInt32
    package var ext: LedgerEntryExt

    package init(_ data: LedgerEntryData, liveUntil: UInt32?, modified: UInt32, ext: LedgerEntryExt = .v0) {
        self.data = data
        self.liveUntil = liveUntil
        self.modified = modified
        self.ext = ext
    }

    /// The entry as the ledger writes it.
    package var entry: LedgerEntry { LedgerEntry(lastModifiedLedgerSeq: modified, data: data, ext: ext) }

    /// The value of an entry of a contract.
    package var value: SCVal? {
        if case .contractData(let entry) = data { entry.val } else { nil }
    }
}
