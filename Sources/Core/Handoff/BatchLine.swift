// SPDX-License-Identifier: Apache-2.0

import Codec
import Stellar
import StellarXDR

/// A line of a batch in codes: a document in binary form if its JSON or base64 is the line byte for byte, else the line
/// as text.
indirect enum BatchLine: Hashable, Sendable {
    case envelope(TransactionEnvelope)
    case request(SigningRequest)
    case response(SigningResponse)
    /// A document in any other form or spelling.
    case other(String)

    private enum Kind {
        static let request: UInt64 = 1
        static let response: UInt64 = 2
    }

    /// - Throws: for a line that is not a transaction, a request or a response, or has other characters than printable
    ///   ASCII.
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

    /// Reads `[id or null, hash, keys and signatures]`. Unlike in a response of its own, the keys are whole, so that
    /// the JSON is that of the signer.
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

/// A message to sign (SEP-53), byte for byte: two encodings of "é" are two messages.
package struct MessageContent: Hashable, Sendable {
    package let bytes: [UInt8]
    /// Whether it was given as text, and is written as text again.
    package let isText: Bool

    package init(text: String) {
        bytes = Array(text.utf8)
        isText = true
    }

    package init(bytes: [UInt8]) {
        self.bytes = bytes
        isText = false
    }

    /// The text, if it was given as text.
    var text: String? { isText ? String(decoding: bytes, as: UTF8.self) : nil }
}

/// A batch file that crosses the gap as codes: every line byte for byte, in its shortest form.
package enum BatchResource {
    package static let type = "coldstar-batch"
    /// The maximum number of lines, as of a batch file.
    package static let mostLines = 100_000

    /// The UR of a batch file.
    ///
    /// - Parameter lines: at least two, without white space around them.
    /// - Throws: `.line` for a line that is not a transaction, request or response, or not ASCII;
    ///   `.ur(.messageTooLong)`.
    package static func ur(of lines: [String]) throws(HandoffError) -> UR {
        precondition(lines.count > 1, "a single document is not a batch")
        var items: [CBOR] = []
        var size = 0
        for (place, text) in lines.enumerated() {
            let item: CBOR
            do { item = try BatchLine(text).cbor } catch { throw .line(number: place + 1, error) }
            size += item.encoded.count
            guard size <= URLimits.batch.message else {
                throw .ur(.messageTooLong(limit: URLimits.batch.message))
            }
            items.append(item)
        }
        return UR(type: type, message: CBOR.array(items).encoded)
    }

    /// The lines of the batch file in a UR of this type.
    ///
    /// - Throws: `.notShortest`, also in a `.line`, because a batch has one encoding only.
    package static func lines(of ur: UR) throws(HandoffError) -> [String] {
        guard ur.message.count <= URLimits.batch.message else {
            throw .ur(.messageTooLong(limit: URLimits.batch.message))
        }
        guard let items = try CBOR(handoff: ur.message).asArray else {
            throw .field("batch", .wrongType(expected: "an array"))
        }
        // Decoding accepts the keys of a map in any order.
        guard CBOR.array(items).encoded == ur.message else { throw .notShortest }
        guard items.count > 1 else { throw .field("batch", .malformed(expected: "at least 2 lines")) }
        guard items.count <= mostLines else { throw .field("batch", .tooMany(limit: mostLines)) }
        var lines: [String] = []
        for (place, item) in items.enumerated() {
            do throws(HandoffError) {
                let text = try BatchLine(cbor: item).text
                guard try BatchLine(text).cbor == item else { throw .notShortest }
                lines.append(text)
            } catch {
                throw .line(number: place + 1, error)
            }
        }
        return lines
    }

    /// The batch file in the text of such a UR, whole or in parts; nil for input that is not a UR of this type.
    package static func document(_ bytes: [UInt8]) throws(HandoffError) -> [UInt8]? {
        let text = HandoffText(bytes)
        guard text.starts(with: "\(UR.scheme)\(type)/") else { return nil }
        guard bytes.count <= Limits.input else { throw .tooLarge(limit: Limits.input) }
        return Array(try lines(of: try HandoffInput.ur(text.lines)).map { $0 + "\n" }.joined().utf8)
    }
}
