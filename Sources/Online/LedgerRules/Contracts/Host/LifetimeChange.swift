// SPDX-License-Identifier: Apache-2.0

import LedgerXDR
import Stellar
package import StellarXDR

/// What the two operations on lifetimes do to the entries of their footprint.
///
/// - Source: stellar-core ExtendFootprintTTLOpFrame, RestoreFootprintOpFrame; CAP-46-12, CAP-62.
package enum LifetimeChange: Hashable, Sendable {
    /// Extends live entries to at least so many ledgers from now.
    case extend(to: UInt32)
    /// Those that are archived live again, for as long as new ones.
    case restore

    /// The entries of the footprint that change: those that live too shortly, or those that are archived.
    package func entries(
        of footprint: LedgerFootprint, in ledger: HostLedger, read: (LedgerKey) -> StoredEntry?
    ) -> [LedgerKey] {
        switch self {
        case .extend(let extent):
            footprint.readOnly.filter { key in
                guard let last = read(key)?.liveUntil else { return false }
                return last >= ledger.sequence && last < ledger.lastLedger(extendedTo: extent)
            }
        case .restore: footprint.readWrite.filter { read($0)?.isArchived($0, in: ledger.sequence) == true }
        }
    }

    /// Changes the lifetimes, on a copy of the entries.
    package func run(
        _ footprint: LedgerFootprint, in ledger: HostLedger, read: @escaping (LedgerKey) -> StoredEntry?
    ) -> Execution {
        let keys = entries(of: footprint, in: ledger, read: read)
        switch self {
        case .extend(let extent):
            var storage = Storage(
                ledger: ledger, footprint: LedgerFootprint(readOnly: keys, readWrite: []), read: read)
            do throws(HostError) {
                for key in keys { try storage.extend(key, ifWithin: .max, to: extent) }
            } catch { return Execution(failedWith: error) }
            return Execution(storage)
        case .restore:
            let footprint = LedgerFootprint(readOnly: [], readWrite: keys)
            return Execution(Storage(ledger: ledger, footprint: footprint, restoring: keys, read: read))
        }
    }
}
