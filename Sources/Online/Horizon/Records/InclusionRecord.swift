// SPDX-License-Identifier: Apache-2.0

package import Stellar
package import TextCodec

/// A transaction in a ledger, successful or not: what settles it, and nothing else, since an answer that lacks what is not needed is
/// no reason for doubt.
package struct InclusionRecord: Hashable, Sendable {
    package let hash: TransactionHash
    /// Of a fee bump: the outer hash and the inner one; it can be looked up by both.
    package let feeBumpHash: TransactionHash?
    package let innerHash: TransactionHash?
    package let isSuccessful: Bool
    package let ledger: Int64
    /// Base64, as written.
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
        resultXDR = try json.string("result_xdr")
        codes = ResultCodes(resultXDR: resultXDR)
        guard ledger > 0 else { throw .outOfRange(field: "ledger") }
        guard codes.map({ $0.isSuccess == isSuccessful }) != false else {
            throw .wrongType(field: "result_xdr", expected: "the result that \"successful\" says")
        }
    }

    /// The hash under which the ledger has it.
    package var place: TransactionHash { feeBumpHash ?? hash }

    /// Whether this is the transaction of that hash, as itself or as a part of a fee bump.
    package func answers(_ wanted: TransactionHash) -> Bool {
        hash == wanted || feeBumpHash == wanted || innerHash == wanted
    }
}
