// SPDX-License-Identifier: Apache-2.0

import Codec
package import LedgerXDR
import Stellar
package import StellarXDR

/// One ledger entry, from `getLedgerEntries`. Its key is that of its data, and the code of a contract has the hash in its key.
package struct LedgerEntryRecord: Hashable, Sendable {
    package let key: LedgerKey
    package let data: LedgerEntryData
    package let lastModifiedLedger: UInt32
    /// The last ledger in which a contract's entry is live; 0 if it is archived, nil if the server does not state it or the entry does not
    /// expire.
    package let liveUntilLedger: UInt32?
    /// The sponsor of its reserve; nil if not sponsored.
    package let sponsor: AccountID?

    init(_ json: JSON) throws(JSONError) {
        key = try json.xdr("key")
        data = try json.xdr("xdr")
        lastModifiedLedger = try json.ledger("lastModifiedLedgerSeq")
        liveUntilLedger = try json.optionalLedger("liveUntilLedgerSeq")
        sponsor = Self.sponsor(try json.optionalXDR("extXdr"))
        guard data.key == key else { throw .wrongType(field: "xdr", expected: "the entry with this key") }
        guard liveUntilLedger == nil || data.expires else {
            throw .wrongType(field: "liveUntilLedgerSeq", expected: "absent from an entry that does not expire")
        }
        if case .contractCode(let entry) = data, Hash(sha256: entry.code.bytes) != entry.hash {
            throw .wrongType(field: "xdr", expected: "code with the hash in its key")
        }
    }

    private static func sponsor(_ ext: LedgerEntryExt?) -> AccountID? {
        if case .v1(let extension1) = ext { extension1.sponsoringID } else { nil }
    }
}
