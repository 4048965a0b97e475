// SPDX-License-Identifier: Apache-2.0

package import Codec
package import Stellar

/// A transaction in a ledger, successful or not. Only the fields that establish the outcome are read, so that a
/// response lacking any other is not rejected.
package struct InclusionRecord: Hashable, Sendable {
    package let hash: TransactionHash
    /// For a fee bump, the outer and the inner hash; either finds it.
    package let feeBumpHash: TransactionHash?
    package let innerHash: TransactionHash?
    package let isSuccessful: Bool
    package let ledger: Int64
    /// The result in base64, as written.
    package let resultXDR: String
    /// The codes decoded from `resultXDR`; nil when it contains something that this release does not know.
    package let codes: ResultCodes?

    /// What `resultXDR` says where `codes` is nil: the number of an unknown code.
    package var unknownCode: String? { codes == nil ? UnknownResult.text(ofResultXDR: resultXDR) : nil }

    /// - Throws: `JSONError`, also when the result contradicts `successful`.
    package init(_ json: JSON) throws(JSONError) {
        try self.init(json, resultXDR: json.string("result_xdr"))
        guard codes.map({ $0.isSuccess == isSuccessful }) != false else {
            throw .wrongType(field: "result_xdr", expected: "the result that \"successful\" says")
        }
    }

    /// The record of a transaction in a list, whose result may be missing or contradict it.
    init(listed json: JSON) throws(JSONError) {
        try self.init(json, resultXDR: json["result_xdr"]?.asString ?? "")
    }

    private init(_ json: JSON, resultXDR: String) throws(JSONError) {
        hash = try json.hash("hash")
        feeBumpHash = try json["fee_bump_transaction"].map { inner throws(JSONError) in try inner.hash("hash") }
        innerHash = try json["inner_transaction"].map { inner throws(JSONError) in try inner.hash("hash") }
        isSuccessful = try json.bool("successful")
        ledger = try json.ledgerNumber("ledger")
        self.resultXDR = resultXDR
        codes = ResultCodes(resultXDR: resultXDR)
        guard ledger > 0 else { throw .outOfRange(field: "ledger") }
    }

    /// The hash of the transaction that is in the ledger: for a fee bump, the outer one.
    package var place: TransactionHash { feeBumpHash ?? hash }

    /// Whether this is the transaction with that hash, alone or as part of a fee bump.
    package func answers(_ wanted: TransactionHash) -> Bool {
        hash == wanted || feeBumpHash == wanted || innerHash == wanted
    }
}
