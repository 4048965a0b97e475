// SPDX-License-Identifier: Apache-2.0

package import Horizon
package import LedgerXDR
package import Stellar
package import StellarXDR
import TextCodec
import XDR

/// The latest ledger of a server, from `getLatestLedger`. Header, metadata and the fields beside them agree.
package struct RPCLatestLedger: Hashable, Sendable {
    package let sequence: UInt32
    package let hash: Hash
    package let protocolVersion: UInt32
    /// Nil, like the two following ones, from servers older than stellar-rpc 25.
    package let closedAt: Timestamp?
    package let header: LedgerHeader?
    package let metadata: LedgerCloseMeta?

    init(_ json: JSON) throws(JSONError) {
        sequence = try json.ledger("sequence")
        hash = try json.hash("id").hash
        protocolVersion = try json.integer("protocolVersion")
        closedAt = try json.optionalTime("closeTime")
        header = try json.optionalXDR("headerXdr")
        metadata = try json.optionalXDR("metadataXdr")
        if let header { try check(header) }
        if case .v2(let close)? = metadata { try check(close.ledgerHeader) }
    }

    /// The ledger with its fee and reserve, as Horizon reports it; nil without the header.
    package var record: LedgerRecord? {
        header.map { header in
            LedgerRecord(
                sequence: Int64(sequence), closedAt: Timestamp(header.scpValue.closeTime),
                baseFee: Int64(header.baseFee), baseReserve: Amount(stroops: Int64(header.baseReserve)),
                protocolVersion: Int(protocolVersion))
        }
    }

    private func check(_ header: LedgerHeader) throws(JSONError) {
        guard Hash(sha256: header.xdr) == hash else {
            throw .wrongType(field: "headerXdr", expected: "the header with the hash in \"id\"")
        }
        guard header.ledgerSeq == sequence, header.ledgerVersion == protocolVersion,
            closedAt.map({ $0.seconds == header.scpValue.closeTime }) != false
        else {
            throw .wrongType(field: "headerXdr", expected: "the header of the ledger in the other fields")
        }
        guard header.scpValue.hasConsistentCloseTime else {
            throw .wrongType(
                field: "headerXdr", expected: "a header with the same close time in seconds and milliseconds")
        }
    }

    private func check(_ entry: LedgerHeaderHistoryEntry) throws(JSONError) {
        guard entry.hash == hash, Hash(sha256: entry.header.xdr) == hash else {
            throw .wrongType(field: "metadataXdr", expected: "the metadata of this ledger")
        }
    }
}
