// SPDX-License-Identifier: Apache-2.0

import LedgerXDR

/// What one transaction may read from disk and write, by the network's configuration. Entries of contracts are in
/// memory unless they are archived.
///
/// - Source: stellar-core `SorobanNetworkConfig`; CAP-62, CAP-66.
package struct TransactionLimits: Hashable, Sendable {
    package let diskReadEntries: Int
    /// In bytes.
    package let diskReadBytes: UInt32
    package let writtenEntries: Int
    /// In bytes.
    package let writtenBytes: UInt32

    init(_ costs: ConfigSettingContractLedgerCostV0) {
        (diskReadEntries, diskReadBytes) = (Int(costs.txMaxDiskReadEntries), costs.txMaxDiskReadBytes)
        (writtenEntries, writtenBytes) = (Int(costs.txMaxWriteLedgerEntries), costs.txMaxWriteBytes)
    }
}
