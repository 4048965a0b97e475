// SPDX-License-Identifier: Apache-2.0

import Stellar
import StellarXDR
import XDR

extension SigningResponse {
    private enum Key {
        static let id: UInt64 = 1
        static let hash: UInt64 = 2
        static let signatures: UInt64 = 3
        static let all = Set(id...signatures)
    }

    private static let hintLength = 4
    /// The length of a hint followed by a signature.
    private static let signatureLength = hintLength + ResponseSignature.length

    /// Reads the message of a UR of type `format`; its signatures carry hints, not keys.
    package init(cbor bytes: [UInt8]) throws(HandoffError) { try self.init(cbor: try CBOR(handoff: bytes)) }

    init(cbor item: CBOR) throws(HandoffError) {
        let fields = try CBORFields(item, known: Key.all)
        id = fields[Key.id] == nil ? nil : try fields.requestID(Key.id)
        guard let hash = Hash(try fields.bytes(Key.hash, "hash", limit: 32)) else {
            throw .field("hash", .malformed(expected: "32 bytes"))
        }
        self.hash = TransactionHash(hash)
        signatures = try Self.signatures(
            try fields.bytes(Key.signatures, "signatures", limit: Limits.signers * Self.signatureLength))
    }

    private static func signatures(_ bytes: [UInt8]) throws(HandoffError) -> [ResponseSignature] {
        var signatures: [ResponseSignature] = []
        for start in stride(from: 0, to: bytes.count, by: signatureLength) {
            let part = bytes[start...].prefix(signatureLength)
            guard let hint = SignatureHint(part.prefix(hintLength)),
                let signature = ResponseSignature(hint: hint, signature: Array(part.dropFirst(hintLength)))
            else { throw .field("signatures", .malformed(expected: "a multiple of \(signatureLength) bytes")) }
            signatures.append(signature)
        }
        return signatures
    }

    /// The message of a UR of type `format`. The id is untagged and the signatures are one byte string, so that a response with
    /// one signature just fits a QR code of version 8.
    package var cbor: [UInt8] {
        var members: [CBOR: CBOR] = [
            .unsigned(Key.hash): .bytes(hash.bytes),
            .unsigned(Key.signatures): .bytes(signatures.flatMap { $0.hint.bytes + $0.signature }),
        ]
        members[.unsigned(Key.id)] = id.map { .bytes($0.bytes) }
        return CBOR.map(members).encoded
    }

    /// The response as a UR, for a QR code.
    package var ur: UR { UR(type: Self.format, message: cbor) }
}
