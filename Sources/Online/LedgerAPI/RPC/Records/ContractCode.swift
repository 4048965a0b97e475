// SPDX-License-Identifier: Apache-2.0

package import StellarXDR

/// The code of contracts: a Wasm module whose SHA-256 is the hash.
package struct ContractCode: Hashable, Sendable {
    package let hash: Hash
    package let bytes: [UInt8]
    /// See `LedgerEntryRecord.liveUntilLedger`.
    package let liveUntilLedger: UInt32?
}
