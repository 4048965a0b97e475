// SPDX-License-Identifier: Apache-2.0

package import StellarXDR

/// The value of a contract's data entry.
package struct ContractData: Hashable, Sendable {
    package let value: SCVal
    /// See `LedgerEntryRecord.liveUntilLedger`.
    package let liveUntilLedger: UInt32?
}
