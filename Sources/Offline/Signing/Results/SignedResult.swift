// SPDX-License-Identifier: Apache-2.0

package import Codec
package import Handoff
import Review
package import Stellar
import StellarXDR

/// What was signed, in every format in which it can leave the signer.
package struct SignedResult: Sendable {
    /// The first key's signature.
    private let signed: SignedEnvelope
    /// All keys' signatures.
    private let all: [SignedEnvelope]
    /// The envelope with the signatures of all keys; nil if no envelope was signed.
    private let envelope: TransactionEnvelope?
    private let request: ParsedRequest

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

    /// The response to show as one QR code, in the dialect of the request, and the hash that was signed; nil if there is no hash.
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
