// SPDX-License-Identifier: Apache-2.0

package import Codec
package import Handoff
package import Review
package import Stellar
package import StellarXDR

/// What was signed, in every format in which it can leave the signer.
package struct SignedResult: Sendable {
    /// The first key's signature.
    private let signed: SignedEnvelope
    /// All keys' signatures.
    private let all: [SignedEnvelope]
    /// The envelope with the signatures of all keys; nil if no envelope was signed.
    private let envelope: TransactionEnvelope?
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
