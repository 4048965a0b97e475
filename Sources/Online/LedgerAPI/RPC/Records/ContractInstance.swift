// SPDX-License-Identifier: Apache-2.0

package import StellarXDR

/// A contract's instance: what it runs, and its instance storage.
package struct ContractInstance: Hashable, Sendable {
    package let contract: ContractID
    package let executable: ContractExecutable
    package let storage: SCMap
    /// See `LedgerEntryRecord.liveUntilLedger`.
    package let liveUntilLedger: UInt32?
    package let latestLedger: UInt32
}
