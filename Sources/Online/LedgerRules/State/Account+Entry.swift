// SPDX-License-Identifier: Apache-2.0

import LedgerXDR
import StellarXDR

extension Account {
    /// The account as the ledger writes it, always with all extensions, so that its size does not change with its first
    /// transaction.
    var entry: AccountEntry {
        AccountEntry(
            accountID: id, balance: balance, seqNum: sequence, numSubEntries: UInt32(subentries),
            inflationDest: inflationDestination, flags: flags.rawValue, homeDomain: homeDomain,
            thresholds: FixedOpaque([masterWeight, thresholds.low, thresholds.medium, thresholds.high])
                ?? FixedOpaque(),
            signers: sortedSigners, ext: .v1(extensions))
    }

    /// The signers in the order of their keys, as the network keeps them.
    private var sortedSigners: BoundedArray<Signer, 20> {
        let sorted = signers.map { ($0, $0.key.xdr) }.sorted { $0.1.lexicographicallyPrecedes($1.1) }.map(\.0)
        return BoundedArray(sorted) ?? BoundedArray()
    }

    private var extensions: AccountEntryExtensionV1 {
        let third = AccountEntryExtensionV3(ext: .v0, seqLedger: sequenceLedger, seqTime: sequenceTime)
        let second = AccountEntryExtensionV2(
            numSponsored: 0, numSponsoring: UInt32(clamping: sponsoring),
            signerSponsoringIDs: BoundedArray(signers.map { _ in nil }) ?? BoundedArray(), ext: .v3(third))
        return AccountEntryExtensionV1(liabilities: Liabilities(buying: 0, selling: 0), ext: .v2(second))
    }
}
