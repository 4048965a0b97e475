// SPDX-License-Identifier: Apache-2.0

package import Codec
package import LedgerXDR
package import Stellar
package import StellarXDR

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

    /// What is known of a transaction by other means than Horizon's list.
    init(_ transaction: HashedTransaction, isSuccessful: Bool, ledger: Int64, resultXDR: String) {
        hash = transaction.hash
        innerHash = transaction.innerHash
        feeBumpHash = transaction.innerHash == nil ? nil : transaction.hash
        (self.isSuccessful, self.ledger, self.resultXDR) = (isSuccessful, ledger, resultXDR)
        codes = ResultCodes(resultXDR: resultXDR)
    }

    /// A transaction whose envelope contains something that this version does not know.
    fileprivate init(unknown hash: TransactionHash, isSuccessful: Bool, ledger: Int64, resultXDR: String) {
        (self.hash, feeBumpHash, innerHash) = (hash, nil, nil)
        (self.isSuccessful, self.ledger, self.resultXDR) = (isSuccessful, ledger, resultXDR)
        codes = ResultCodes(resultXDR: resultXDR)
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

/// A transaction in an account's history. Only its place there and its hash are required, so that one that cannot be
/// read hides no other.
package struct HistoryEntry: Hashable, Sendable {
    package let inclusion: InclusionRecord
    /// Nil if this cannot be read.
    package let source: AccountID?
    package let sequence: Int64
    /// The fee charged, in stroops.
    package let feeCharged: Int64
    /// The account that paid the fee, as the server says; nil if it does not. The envelope, where it can be read, says
    /// it better.
    package let feeAccount: AccountID?
    /// What of the record cannot be read; then `envelope` is nil, because the transaction may be anything.
    package let fault: String?
    /// When its ledger closed; nil if the server does not say.
    package let createdAt: Timestamp?
    /// The envelope in base64, as written.
    private let envelopeXDR: String
    /// The paging token after which the history continues; increases with the ledgers.
    package let token: UInt64

    init(
        _ inclusion: InclusionRecord, source: AccountID, sequence: Int64, feeCharged: Int64, feeAccount: AccountID,
        fault: String?, createdAt: Timestamp, envelope: TransactionEnvelope, token: UInt64
    ) {
        (self.inclusion, self.source, self.sequence) = (inclusion, source, sequence)
        (self.feeCharged, self.feeAccount, self.fault) = (feeCharged, feeAccount, fault)
        (self.createdAt, self.token) = (createdAt, token)
        envelopeXDR = Base64.encode(envelope.xdr)
    }

    /// A transaction whose envelope contains something that this version does not know.
    package init(
        unknown hash: TransactionHash, isSuccessful: Bool, resultXDR: String, createdAt: Timestamp, token: UInt64
    ) {
        inclusion = InclusionRecord(
            unknown: hash, isSuccessful: isSuccessful, ledger: Int64(token >> 32), resultXDR: resultXDR)
        (source, sequence, feeCharged, feeAccount, fault) = (nil, 0, 0, nil, nil)
        (self.createdAt, self.token, envelopeXDR) = (createdAt, token, "")
    }

    package init(_ json: JSON) throws(JSONError) {
        inclusion = try InclusionRecord(listed: json)
        token = try json.decimalString("paging_token")
        createdAt = try? json.dateTime("created_at")
        feeAccount = try? json.account("fee_account")
        let rest = Readable(json) { json throws(JSONError) in try Rest(json) }
        (source, sequence) = (rest.value?.source, rest.value?.sequence ?? 0)
        (feeCharged, envelopeXDR) = (rest.value?.feeCharged ?? 0, rest.value?.envelopeXDR ?? "")
        fault = rest.fault?.reason
    }

    /// What is not needed to place the transaction.
    private struct Rest: Hashable {
        let source: AccountID
        let sequence: Int64
        let feeCharged: Int64
        let envelopeXDR: String

        init(_ json: JSON) throws(JSONError) {
            _ = try InclusionRecord(json)
            source = try json.account("source_account")
            sequence = try json.decimalString("source_account_sequence")
            feeCharged = try json.decimalString("fee_charged")
            envelopeXDR = try json.string("envelope_xdr")
        }
    }

    /// The envelope; nil when it contains something that this release does not know.
    package var envelope: TransactionEnvelope? {
        guard fault == nil, let bytes = try? Base64.decode(envelopeXDR) else { return nil }
        return try? TransactionEnvelope(xdr: bytes)
    }
}
