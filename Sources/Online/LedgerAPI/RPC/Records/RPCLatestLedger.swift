// SPDX-License-Identifier: Apache-2.0

import Codec
package import Stellar
package import StellarXDR

/// The latest ledger of a server, from `getLatestLedger`. The header and the fields beside it agree. The metadata is not read: it has
/// everybody's transactions, any of which may hold something that this version does not know.
package struct RPCLatestLedger: Hashable, Sendable {
    package let sequence: UInt32
    package let hash: Hash
    package let protocolVersion: UInt32
    /// Nil, like the header, from servers older than stellar-rpc 25.
    package let closedAt: Timestamp?
    package let header: LedgerHeaderFields?

    init(_ json: JSON) throws(JSONError) {
        sequence = try json.ledger("sequence")
        hash = try json.hash("id").hash
        protocolVersion = try json.integer("protocolVersion")
        closedAt = try json.optionalTime("closeTime")
        guard json.isPresent("headerXdr") else {
            header = nil
            return
        }
        let bytes = try json.xdrBytes("headerXdr")
        let sequence = sequence
        let header = try JSON.reading("headerXdr", "LedgerHeader") { () throws(XDRError) in
            try LedgerHeaderFields(bytes, sequence: sequence)
        }
        self.header = header
        guard Hash(sha256: bytes) == hash else {
            throw .wrongType(field: "headerXdr", expected: "the header with the hash in \"id\"")
        }
        try check(header)
    }

    /// The ledger with its fee and reserve, as Horizon reports it; nil without the header.
    package var record: LedgerRecord? {
        header.map { header in
            LedgerRecord(
                sequence: Int64(sequence), closedAt: header.closedAt, baseFee: Int64(header.baseFee),
                baseReserve: Amount(stroops: Int64(header.baseReserve)),
                protocolVersion: Int(protocolVersion))
        }
    }

    private func check(_ header: LedgerHeaderFields) throws(JSONError) {
        guard header.sequence == sequence, header.protocolVersion == protocolVersion,
            closedAt.map({ $0 == header.closedAt }) != false
        else {
            throw .wrongType(field: "headerXdr", expected: "the header of the ledger in the other fields")
        }
        guard header.closeTimesAgree else {
            throw .wrongType(
                field: "headerXdr", expected: "a header with the same close time in seconds and milliseconds")
        }
    }
}
