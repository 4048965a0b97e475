// SPDX-License-Identifier: Apache-2.0

package import Stellar
package import StellarXDR
package import TextCodec
import XDR

/// A transaction in an account's history.
package struct HistoryEntry: Hashable, Sendable {
    package let inclusion: InclusionRecord
    package let source: AccountID
    package let sequence: Int64
    /// The fee charged, in stroops.
    package let feeCharged: Int64
    /// When its ledger closed; nil if the server does not say.
    package let createdAt: Timestamp?
    /// The envelope in base64, as written.
    private let envelopeXDR: String
    /// The paging token after which the history continues; increases with the ledgers.
    package let token: UInt64

    package init(_ json: JSON) throws(JSONError) {
        inclusion = try InclusionRecord(json)
        source = try json.account("source_account")
        sequence = try json.decimalString("source_account_sequence")
        feeCharged = try json.decimalString("fee_charged")
        createdAt = json["created_at"] == nil ? nil : try json.time("created_at")
        envelopeXDR = try json.string("envelope_xdr")
        token = try json.decimalString("paging_token")
    }

    /// The envelope; nil when it contains something that this release does not know.
    package var envelope: TransactionEnvelope? {
        guard let bytes = try? Base64.decode(envelopeXDR) else { return nil }
        return try? TransactionEnvelope(xdr: bytes)
    }
}
