// SPDX-License-Identifier: Apache-2.0

package import StellarXDR
package import TextCodec
import XDR

/// A transaction in an account's history.
package struct HistoryEntry: Hashable, Sendable {
    package let record: TransactionRecord
    /// Where the history goes on behind it; grows with the ledgers.
    package let token: UInt64

    package init(_ json: JSON) throws(JSONError) {
        record = try TransactionRecord(json)
        token = try json.decimalString("paging_token")
    }

    /// The envelope; nil when it holds what this release does not know.
    package var envelope: TransactionEnvelope? {
        guard let bytes = try? Base64.decode(record.envelopeXDR) else { return nil }
        return try? TransactionEnvelope(xdr: bytes)
    }
}
