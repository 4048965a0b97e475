// SPDX-License-Identifier: Apache-2.0

import Codec
import Stellar
import StellarXDR

/// A line of a batch in codes: a document in binary form if its JSON or base64 is the line byte for byte, else the line as text.
enum BatchLine: Hashable, Sendable {
    case envelope(TransactionEnvelope)
    case request(SigningRequest)
    case response(SigningResponse)
    /// A document in any other form or spelling.
    case other(String)

    private enum Kind {
        static let request: UInt64 = 1
        static let response: UInt64 = 2
    }

    /// - Throws: for a line that is not a transaction, a request or a response, or has other characters than printable ASCII.
    init(_ text: String) throws(HandoffError) {
        guard text.utf8.allSatisfy({ (0x20...0x7e).contains($0) }) else { throw .notASCII }
        self =
            switch try HandoffInput.recognise(text).content {
            case .envelope(let envelope): .envelope(envelope)
            case .request(let request): .request(request)
            case .response(let response): .response(response)
            default: .other(text)
            }
        if self.text != text { self = .other(text) }
        if case .response(let response) = self, Self.signatures(response) == nil { self = .other(text) }
    }

    var text: String {
        switch self {
        case .envelope(let envelope): Base64.encode(envelope.xdr)
        case .request(let request): request.json.text()
        case .response(let response): response.json.text()
        case .other(let text): text
        }
    }

    init(cbor item: CBOR) throws(HandoffError) {
        switch item {
        case .bytes(let bytes): self = .envelope(try EnvelopeReader.read(bytes))
        case .text(let text): self = .other(text)
        case .array(let items) where items.count == 2 && items[0] == .unsigned(Kind.request):
            self = .request(try SigningRequest(cbor: items[1].encoded))
        case .array(let items) where items.count == 2 && items[0] == .unsigned(Kind.response):
            self = .response(try Self.response(items[1]))
        default: throw .notRecognised
        }
    }

    var cbor: CBOR {
        switch self {
        case .envelope(let envelope): .bytes(envelope.xdr)
        case .request(let request): .array([.unsigned(Kind.request), request.cborItem])
        case .response(let response):
            .array([
                .unsigned(Kind.response),
                .array([
                    response.id.map { .bytes($0.bytes) } ?? .null, .bytes(response.hash.bytes),
                    .bytes(Self.signatures(response) ?? []),
                ]),
            ])
        case .other(let text): .text(text)
        }
    }

    private static let keyLength = 32

    /// Each key and its signature; nil if a key is not known.
    private static func signatures(_ response: SigningResponse) -> [UInt8]? {
        var bytes: [UInt8] = []
        for signature in response.signatures {
            guard let key = signature.publicKey else { return nil }
            bytes += key.key.bytes + signature.signature
        }
        return bytes
    }

    /// Reads `[id or null, hash, keys and signatures]`. Unlike in a response of its own, the keys are whole, so that the JSON
    /// is that of the signer.
    private static func response(_ item: CBOR) throws(HandoffError) -> SigningResponse {
        guard let fields = item.asArray, fields.count == 3 else {
            throw .field("response", .malformed(expected: "an array of 3"))
        }
        let id = fields[0].asBytes.flatMap { RequestID(bytes: $0) }
        guard id != nil || fields[0] == .null else { throw .field("id", .malformed(expected: "16 bytes")) }
        guard let hash = fields[1].asBytes.flatMap({ Hash($0) }) else {
            throw .field("hash", .malformed(expected: "32 bytes"))
        }
        let length = keyLength + ResponseSignature.length
        guard let bytes = fields[2].asBytes, bytes.count <= Limits.signers * length else {
            throw .field("signatures", .malformed(expected: "at most \(Limits.signers) keys and signatures"))
        }
        var signatures: [ResponseSignature] = []
        for start in stride(from: 0, to: bytes.count, by: length) {
            let part = bytes[start...].prefix(length)
            guard let key = Uint256(Array(part.prefix(keyLength))),
                let signature = ResponseSignature(
                    publicKey: .ed25519(key), signature: Array(part.dropFirst(keyLength)))
            else { throw .field("signatures", .malformed(expected: "a multiple of \(length) bytes")) }
            signatures.append(signature)
        }
        return SigningResponse(id: id, hash: TransactionHash(hash), signatures: signatures)
    }
}
