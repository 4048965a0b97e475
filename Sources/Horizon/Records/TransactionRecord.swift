// SPDX-License-Identifier: Apache-2.0

package import Stellar
package import StellarXDR
package import TextCodec

/// A transaction in a ledger, successful or not.
package struct TransactionRecord: Hashable, Sendable {
    package let hash: TransactionHash
    /// Of a fee bump: the outer hash and the inner one; it can be looked up by both.
    package let feeBumpHash: TransactionHash?
    package let innerHash: TransactionHash?
    package let isSuccessful: Bool
    package let ledger: Int64
    package let createdAt: Timestamp
    package let source: AccountID
    package let sequence: Int64
    /// Stroops.
    package let feeCharged: Int64
    package let maximumFee: Int64
    package let operationCount: Int
    /// Base64, as written.
    package let envelopeXDR: String
    package let resultXDR: String
    /// Decoded from `resultXDR` here; nil when it holds what this release does not know.
    package let codes: ResultCodes?

    /// - Throws: `JSONError`, also when the result contradicts `successful`.
    package init(_ json: JSON) throws(JSONError) {
        hash = try json.hash("hash")
        feeBumpHash = try json["fee_bump_transaction"].map { inner throws(JSONError) in try inner.hash("hash") }
        innerHash = try json["inner_transaction"].map { inner throws(JSONError) in try inner.hash("hash") }
        isSuccessful = try json.bool("successful")
        ledger = try json.ledger("ledger")
        createdAt = try json.time("created_at")
        source = try json.account("source_account")
        sequence = try json.decimalString("source_account_sequence")
        feeCharged = try json.decimalString("fee_charged")
        maximumFee = try json.decimalString("max_fee")
        operationCount = try json.integer("operation_count")
        envelopeXDR = try json.string("envelope_xdr")
        resultXDR = try json.string("result_xdr")
        codes = ResultCodes(resultXDR: resultXDR)
        guard ledger > 0 else { throw .outOfRange(field: "ledger") }
        guard codes.map({ $0.isSuccess == isSuccessful }) != false else {
            throw .wrongType(field: "result_xdr", expected: "the result that \"successful\" says")
        }
    }

    /// Whether this is the transaction of that hash, as itself or as a part of a fee bump.
    package func answers(_ wanted: TransactionHash) -> Bool {
        [hash, feeBumpHash, innerHash].contains(wanted)
    }
}
