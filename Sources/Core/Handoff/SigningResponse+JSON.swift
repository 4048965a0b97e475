// SPDX-License-Identifier: Apache-2.0

import Stellar
import StellarXDR
package import TextCodec
import XDR

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
        guard let text = try fields.optionalString("id", limit: 64) else { return nil }
        guard let id = RequestID(text) else { throw .field("id", .malformed(expected: "a UUID")) }
        return id
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
