// SPDX-License-Identifier: Apache-2.0

package import StellarXDR

/// The limits of one contract call, those of testnet with protocol 28.
///
/// - Source: stellar-rpc, testnet.p28.json.
package enum ResourceLimits {
    package static let instructions: UInt32 = 100_000_000
    package static let diskReadBytes: UInt32 = 200_000
    package static let writeBytes: UInt32 = 132_096
    package static let diskReadEntries = 100
    package static let writeEntries = 50
    package static let footprintEntries = 100
    package static let transactionBytes = 132_096
    package static let eventBytes = 16_384
    package static let keyBytes = 250

    /// Whether a transaction of this size may declare these resources.
    package static func allows(_ resources: SorobanResources, transactionSize: Int) -> Bool {
        let footprint = resources.footprint
        let keys = footprint.readOnly + footprint.readWrite
        return resources.instructions <= instructions && resources.diskReadBytes <= diskReadBytes
            && resources.writeBytes <= writeBytes && footprint.diskReadEntries <= diskReadEntries
            && footprint.readWrite.count <= writeEntries && keys.count <= footprintEntries
            && transactionSize <= transactionBytes && keys.allSatisfy { $0.xdr.count <= keyBytes }
    }
}

extension LedgerFootprint {
    /// The entries that are read from disk: accounts and trustlines. Those of contracts are in memory.
    var diskReadEntries: Int { (readOnly + readWrite).count { !$0.hasLifetime } }
}
