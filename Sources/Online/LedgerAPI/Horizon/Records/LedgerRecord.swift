// SPDX-License-Identifier: Apache-2.0

package import Codec
package import Stellar

/// One closed ledger.
package struct LedgerRecord: Hashable, Sendable {
    package let sequence: Int64
    package let closedAt: Timestamp
    /// The base fee in stroops per operation.
    package let baseFee: Int64
    /// The reserve for each ledger entry.
    package let baseReserve: Amount
    package let protocolVersion: Int

    package init(sequence: Int64, closedAt: Timestamp, baseFee: Int64, baseReserve: Amount, protocolVersion: Int) {
        self.sequence = sequence
        self.closedAt = closedAt
        self.baseFee = baseFee
        self.baseReserve = baseReserve
        self.protocolVersion = protocolVersion
    }

    package init(_ json: JSON) throws(JSONError) {
        sequence = try json.ledgerNumber("sequence")
        closedAt = try json.dateTime("closed_at")
        baseFee = Int64(try json.integer("base_fee_in_stroops", as: UInt32.self))
        baseReserve = Amount(stroops: Int64(try json.integer("base_reserve_in_stroops", as: UInt32.self)))
        protocolVersion = try json.integer("protocol_version")
    }
}
