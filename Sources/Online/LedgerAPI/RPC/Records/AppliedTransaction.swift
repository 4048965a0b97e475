// SPDX-License-Identifier: Apache-2.0

import Codec
package import Stellar
package import StellarXDR

/// A transaction that was applied in a ledger, successfully or not: the fields that establish the outcome. The envelope has the hash, and the
/// status agrees with the result.
///
/// Nothing else is read, so that metadata of a later protocol does not hide an outcome.
package struct AppliedTransaction: Hashable, Sendable {
    /// The hash of the envelope: for a fee bump, the outer one.
    package let hash: TransactionHash
    /// The hash of the transaction inside a fee bump; nil for others.
    package let innerHash: TransactionHash?
    package let envelope: TransactionEnvelope
    /// Nil when it has a code that this version does not know.
    package let result: TransactionResult?
    /// The result in base64, as written.
    package let resultXDR: String
    package let ledger: UInt32
    package let isSuccessful: Bool

    /// - Parameters:
    ///   - hash: the hash that was asked for, the outer or the inner one of a fee bump; nil for whatever the record says.
    init(_ json: JSON, asked hash: TransactionHash?, on network: Network) throws(JSONError) {
        envelope = try json.xdr("envelopeXdr")
        self.hash = envelope.hash(on: network)
        let inner = envelope.innerHash(on: network)
        innerHash = inner
        let stated = try json.hash("txHash")
        guard [self.hash, inner].contains(stated) else {
            throw .wrongType(field: "envelopeXdr", expected: "the envelope with the hash in \"txHash\"")
        }
        guard hash == nil || [self.hash, inner].contains(hash) else {
            throw .wrongType(field: "envelopeXdr", expected: "the transaction that was asked for")
        }
        guard try json.bool("feeBump") == (inner != nil) else {
            throw .wrongType(field: "feeBump", expected: "what the envelope is")
        }
        result = try json.readableXDR("resultXdr").value
        resultXDR = try json.string("resultXdr")
        ledger = try json.ledger("ledger")
        guard ledger > 0 else { throw .outOfRange(field: "ledger") }
        switch try json.string("status") {
        case "SUCCESS": isSuccessful = true
        case "FAILED": isSuccessful = false
        case let other: throw .unknown("status", other)
        }
        try checkResult(inner: inner)
    }

    private func checkResult(inner: TransactionHash?) throws(JSONError) {
        guard isSuccessful == result?.isSuccess ?? isSuccessful else {
            throw .wrongType(field: "resultXdr", expected: "the result that \"status\" says")
        }
        switch result?.result {
        case .txFeeBumpInnerSuccess(let pair), .txFeeBumpInnerFailed(let pair):
            guard TransactionHash(pair.transactionHash) == inner else {
                throw .wrongType(field: "resultXdr", expected: "the result of this transaction")
            }
        default: break
        }
    }
}

extension TransactionEnvelope {
    /// The hash of the transaction inside a fee bump; nil for other envelopes.
    package func innerHash(on network: Network) -> TransactionHash? {
        guard case .txFeeBump(let envelope) = self else { return nil }
        return envelope.tx.inner.tx.hash(on: network)
    }
}
