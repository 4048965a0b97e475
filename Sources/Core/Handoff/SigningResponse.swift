// SPDX-License-Identifier: Apache-2.0

package import Codec
package import Stellar
package import StellarXDR

/// The signer's response: signatures of one hash.
package struct SigningResponse: Hashable, Sendable {
    /// The name of the format in JSON, and the type of its UR.
    package static let format = "coldstar-response"

    /// The request's id; nil if the content was signed without a request.
    package var id: RequestID?
    /// The hash of the transaction, or of the message (SEP-53).
    package var hash: TransactionHash
    package var signatures: [ResponseSignature]

    package init(id: RequestID?, hash: TransactionHash, signatures: [ResponseSignature]) {
        self.id = id
        self.hash = hash
        self.signatures = signatures
    }
}

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

    /// The message of a UR of type `format`. The id is untagged and the signatures are one byte string, so that a
    /// response with one signature just fits a QR code of version 8.
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

extension SigningResponse {
    /// Reads a document of version 1; an unknown field is an error.
    package init(json document: JSON) throws(HandoffError) {
        try JSONFields.checkVersion(of: document)
        let fields = try JSONFields(document, known: ["format", "version", "id", "hash", "signatures"])
        id = try Self.id(fields)
        guard let hash = TransactionHash(hex: try fields.string("hash", limit: 64)) else {
            throw .field("hash", .malformed(expected: "64 hexadecimal digits"))
        }
        self.hash = hash
        signatures = []
        for (place, element) in try fields.array("signatures", limit: Limits.signers).enumerated() {
            let name = "signatures[\(place)]"
            guard case .object = element else { throw .field(name, .wrongType(expected: "an object")) }
            do throws(HandoffError) {
                signatures.append(try ResponseSignature(json: element))
            } catch {
                throw error.inside(name)
            }
        }
    }

    private static func id(_ fields: JSONFields) throws(HandoffError) -> RequestID? {
        fields.has("id") ? try fields.requestID("id") : nil
    }

    /// The document, with its members in the specified order; `id` is null if there was no request.
    package var json: JSON {
        [
            "format": .string(Self.format), "version": 1, "id": id.map { .string($0.text) } ?? .null,
            "hash": .string(hash.hex), "signatures": .array(signatures.map(\.json)),
        ]
    }
}

extension ResponseSignature {
    fileprivate init(json element: JSON) throws(HandoffError) {
        let fields = try JSONFields(element, known: ["public_key", "hint", "signature"])
        let bytes = try fields.base64("signature", limit: Self.length)
        let made: ResponseSignature?
        if fields.has("public_key") {
            guard !fields.has("hint") else { throw .field("hint", .notHere(because: "\"public_key\" is there")) }
            made = ResponseSignature(publicKey: try fields.account("public_key"), signature: bytes)
        } else {
            guard fields.has("hint") else { throw .field("public_key", .missing) }
            guard let raw = try? Hex.decode(try fields.string("hint", limit: 8)), let hint = SignatureHint(raw) else {
                throw .field("hint", .malformed(expected: "8 hexadecimal digits"))
            }
            made = ResponseSignature(hint: hint, signature: bytes)
        }
        guard let made else { throw .field("signature", .malformed(expected: "64 bytes")) }
        self = made
    }

    fileprivate var json: JSON {
        let signer: (String, JSON) =
            publicKey.map { ("public_key", .string($0.address)) } ?? ("hint", .string(Hex.encode(hint.bytes)))
        return .object(JSONObject([signer, ("signature", .string(Base64.encode(signature)))]))
    }
}

/// A 64-byte signature with its key, or with only the key's hint (a QR code has no room for the key).
package struct ResponseSignature: Hashable, Sendable {
    static let length = 64

    /// Nil if only the hint is known; verification then finds the key.
    package let publicKey: PublicKey?
    package let decorated: DecoratedSignature

    /// Nil unless the signature has 64 bytes.
    package init?(publicKey: PublicKey, signature: [UInt8]) {
        guard let decorated = DecoratedSignature(by: publicKey.key, signature) else { return nil }
        self.publicKey = publicKey
        self.decorated = decorated
    }

    /// Nil unless the signature has 64 bytes.
    package init?(hint: SignatureHint, signature: [UInt8]) {
        guard signature.count == Self.length, let signature = Signature(signature) else { return nil }
        publicKey = nil
        decorated = DecoratedSignature(hint: hint, signature: signature)
    }

    package var hint: SignatureHint { decorated.hint }

    /// 64 bytes.
    package var signature: [UInt8] { decorated.signature.bytes }
}
