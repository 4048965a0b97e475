// SPDX-License-Identifier: Apache-2.0

package import Codec
package import Handoff
package import Review
package import Stellar
package import StellarXDR

/// What was signed, in every format in which it can leave the signer.
package struct SignedResult: Sendable {
    /// The first key's signature.
    @Indirect private var signed: SignedEnvelope
    /// All keys' signatures.
    private let all: [SignedEnvelope]
    /// The envelope with the signatures of all keys; nil if no envelope was signed.
    @Indirect private var envelope: TransactionEnvelope?
    @Indirect private var request: ParsedRequest

    /// - Parameter all: at least one, all of the same content.
    init(_ all: [SignedEnvelope], of request: ParsedRequest) throws(Failure) {
        guard let first = all.first else { preconditionFailure("a key has signed") }
        var envelope = first.envelope
        for other in all.dropFirst() {
            guard let key = other.signer.account?.key, let signature = DecoratedSignature(by: key, other.signature)
            else { continue }
            do { envelope = try envelope?.adding(signature) } catch {
                throw Failure(.badInput, "the envelope has no room for so many signatures: it takes 20")
            }
        }
        (signed, self.all, self.envelope, self.request) = (first, all, envelope, request)
    }

    /// The response to a request for another chain; nil for everything else.
    package var chainResponse: ChainResponse? {
        guard let asked = request.chain,
            let signature = ChainSignature(signed.signature, chain: asked.message.network.chain)
        else { return nil }
        return ChainResponse(to: asked, signature)
    }

    /// The response document; nil if there is no hash, and for another chain.
    package var response: SigningResponse? {
        guard let hash = signed.hash, request.chain == nil else { return nil }
        let signatures = all.compactMap { signed in
            signed.signer.account.flatMap { ResponseSignature(publicKey: $0, signature: signed.signature) }
        }
        return SigningResponse(id: request.request?.id, hash: hash, signatures: signatures)
    }

    /// The signature in a device's format; nil if it cannot be expressed in it.
    private var deviceSignature: DeviceSignature? {
        DeviceSignature(id: request.device?.id, signature: signed.signature)
    }

    /// The response to show as one QR code, in the dialect of the request, and the hash that was signed; nil if there
    /// is no hash.
    package var code: (content: QRContent, hash: TransactionHash)? {
        if let chainResponse { return (.whole(chainResponse.ur), chainResponse.hash) }
        guard let response else { return nil }
        switch (request.device?.dialect, deviceSignature) {
        case (.keystone, let answer?): return (.whole(answer.keystoneUR), response.hash)
        case (.lumenSigner, let answer?): return (.text(answer.lumenSignerText), response.hash)
        default: return (.whole(response.ur), response.hash)
        }
    }

    /// The result in a format that `SignedFormat.check` has accepted for the request.
    ///
    /// - Parameter pretty: whether a document may span several lines.
    package func text(_ format: SignedFormat, pretty: Bool = true) throws(Failure) -> String {
        if let chainResponse { return Self.text(of: chainResponse, format, pretty: pretty) }
        switch format {
        case .signature: return all.map { Base64.encode($0.signature) }.joined(separator: "\n")
        case .minisig:
            guard case .file(let file) = request.subject, let text = Minisign.signature(signed, comment: file.comment)
            else {
                preconditionFailure("SignedFormat.check has seen to it")
            }
            return text
        case .response: return try document().json.text(pretty: pretty)
        case .ur:
            if request.device?.dialect == .keystone, let answer = deviceSignature { return answer.keystoneUR.text }
            return try document().ur.text
        case .lumensigner:
            guard let answer = deviceSignature else { throw Failure(.usage, "this is not a signature of 64 bytes") }
            return answer.lumenSignerText
        case .request:
            guard let document = request.request, let envelope else {
                preconditionFailure("SignedFormat.check has seen to it")
            }
            return document.replacing(envelope: envelope).json.text(pretty: pretty)
        case .json, .txrep, .sep7:
            guard let envelope, let network = request.network else {
                preconditionFailure("SignedFormat.check has seen to it")
            }
            switch format {
            // Indentation makes a deeply nested document up to a hundred times as long.
            case .json: return XDRJSON.text(of: envelope, pretty: pretty && envelope.xdr.count <= 1 << 16)
            case .txrep: return Txrep.text(of: envelope, on: network)
            default: return SEP7Transaction.text(of: envelope, on: network)
            }
        case .xdr:
            guard let envelope else { return try text(.response, pretty: pretty) }
            return Base64.encode(envelope.xdr)
        }
    }

    private static func text(of response: ChainResponse, _ format: SignedFormat, pretty: Bool) -> String {
        switch format {
        case .signature: response.signature.text
        case .ur: response.ur.text
        case .xdr, .response: response.json.text(pretty: pretty)
        case .json, .txrep, .sep7, .request, .lumensigner, .minisig:
            preconditionFailure("SignedFormat.check has seen to it")
        }
    }

    private func document() throws(Failure) -> SigningResponse {
        guard let response else {
            throw Failure(
                .usage, "a signature of a payload cannot be written as a response",
                hint: "use \(field: .format, "signature")")
        }
        return response
    }
}

/// What was signed by whom, as a JSON document for programs that go on with it.
package struct SignedOutcome: Hashable, Sendable {
    /// Where the signed output is.
    package enum Place: Hashable, Sendable {
        /// In the document.
        case inline(String)
        /// In a file with this path.
        case file(String)
    }

    /// `transaction`, `challenge`, `message` or another kind of review.
    package let kind: String
    /// Nil for a payload, which has no hash.
    package let hash: TransactionHash?
    package let signers: [KeyIdentity]

    /// A transaction of a batch, which was agreed to as a whole, or one to which a signature was attached.
    package init(transaction hash: TransactionHash, signers: [AccountID]) {
        (kind, self.hash, self.signers) = ("transaction", hash, signers.map { .stellar($0) })
    }

    package init(_ review: Review, signers: [KeyIdentity]) {
        (kind, hash, self.signers) = (review.kind.rawValue, review.hash, signers)
    }

    /// The document.
    package func document(_ place: Place) -> JSON {
        let result: (String, JSON) =
            switch place {
            case .inline(let text): ("signed", .string(text))
            case .file(let path): ("file", .string(path))
            }
        return .object(
            JSONObject([
                ("version", 1), ("kind", .string(kind)), ("hash", hash.map { .string($0.hex) } ?? .null),
                ("signers", .array(signers.map { .string($0.text) })), result,
            ]))
    }
}

/// Output formats for signatures.
package enum SignedFormat: String, CaseIterable, Sendable {
    /// The signed envelope, one line of base64; for a message, the response.
    case xdr
    /// The signed envelope in SEP-51 JSON.
    case json
    /// The signed envelope as SEP-11 txrep.
    case txrep
    /// The signed envelope in a SEP-7 link.
    case sep7
    /// The signatures alone, with the hash that they sign.
    case response
    /// The request with its envelope signed.
    case request
    /// The response as a Uniform Resource, to be shown as one QR code: Keystone's for a Keystone request, otherwise the
    /// response.
    case ur
    /// LumenSigner's response.
    case lumensigner
    /// The 64 bytes of the signature in base64.
    case signature
    /// A file's signature in minisign's format.
    case minisig

    /// The file name extension of this format.
    package func ending(of kind: HandoffName.Kind) -> HandoffName.Form {
        switch self {
        case .xdr: kind == .message ? .json : .xdr
        case .response, .request: kind == .batch ? .jsonl : .json
        case .json: .json
        case .txrep, .sep7, .ur, .lumensigner, .signature, .minisig: .txt
        }
    }

    /// This format; where none was chosen, the one that a payload or a file has.
    package func chosen(for request: ParsedRequest) -> SignedFormat {
        switch (self, request.subject) {
        case (.xdr, .payload): .signature
        case (.xdr, .file): .minisig
        default: self
        }
    }

    /// Checks, before the PIN is entered, that this format supports what is to be signed.
    package func check(_ request: ParsedRequest) throws(Failure) {
        if case .payload = request.subject, self != .signature {
            throw Failure(
                .usage, "a signature of a payload cannot be written as \(rawValue)",
                hint: "use \(field: .format, "signature")")
        }
        if case .file = request.subject {
            guard self == .minisig else {
                throw Failure(.usage, "a file's signature has one format: \(field: .format, "minisig")")
            }
        } else if self == .minisig {
            throw Failure(.usage, "\(field: .format, "minisig") is for \(field: .file)")
        }
        if request.chain != nil, self == .lumensigner || self == .request || isOfEnvelope {
            throw Failure(
                .usage, "a signature for another chain cannot be written as \(rawValue)",
                hint: "use \(field: .format, "response"), ur or signature")
        }
        if isOfEnvelope, request.network == nil {
            throw Failure(
                .usage, "\(field: .format) \(rawValue) is for transactions only",
                hint: "use \(field: .format, "response")")
        }
        guard self == .request, request.request?.envelope == nil else { return }
        throw Failure(
            .usage, "\(field: .format, "request") needs a request with a transaction",
            hint: "use \(field: .format, "xdr")")
    }

    /// Whether this format supports transactions only.
    private var isOfEnvelope: Bool {
        switch self {
        case .json, .txrep, .sep7: true
        case .xdr, .response, .request, .ur, .lumensigner, .signature, .minisig: false
        }
    }

    /// Checks that this format supports batches, with one response per line.
    package func checkForBatch() throws(Failure) {
        switch self {
        case .xdr, .response, .request, .signature: return
        case .json, .txrep, .sep7, .ur, .lumensigner, .minisig:
            throw Failure(
                .usage, "a batch cannot be written as \(rawValue)",
                hint: "use \(field: .format, "xdr"), response or request")
        }
    }
}

extension SignedFormat {
    /// The name of the signed output in a handoff folder; nil for a payload, which has no hash.
    package func name(for review: Review) -> HandoffName? {
        let kind = HandoffName.Kind(rawValue: review.kind.rawValue) ?? .transaction
        return review.hash.map { HandoffName(kind, $0, .signed, ending(of: kind)) }
    }

    /// The name of a signed batch in a handoff folder.
    package func name(for batch: BatchReview) -> HandoffName {
        HandoffName(.batch, batch.hash, .signed, ending(of: .batch))
    }
}
