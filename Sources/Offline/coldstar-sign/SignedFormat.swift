// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Faults
import Handoff
import Review
import Shell
import Stellar
import StellarXDR
import TextCodec
import XDR

/// Output formats for signatures.
enum SignedFormat: String, ExpressibleByArgument, CaseIterable {
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
    /// The response as a Uniform Resource, to be shown as one QR code: Keystone's for a Keystone request, otherwise the response.
    case ur
    /// LumenSigner's response.
    case lumensigner
    /// The 64 bytes of the signature in base64.
    case signature

    /// The file name extension of this format.
    func ending(of kind: HandoffName.Kind) -> HandoffName.Form {
        switch self {
        case .xdr: kind == .message ? .json : .xdr
        case .response, .request: kind == .batch ? .jsonl : .json
        case .json: .json
        case .txrep, .sep7, .ur, .lumensigner, .signature: .txt
        }
    }

    /// Checks, before the PIN is entered, that this format supports what is to be signed.
    func check(_ examined: Examined) throws(Failure) {
        if case .payload = examined.subject, self != .signature {
            throw Failure(.usage, "a payload has no hash and no envelope: --format signature")
        }
        if isOfEnvelope, examined.network == nil {
            throw Failure(.usage, "--format \(rawValue): this is not a transaction", hint: "--format response")
        }
        guard self == .request, examined.request?.envelope == nil else { return }
        throw Failure(.usage, "--format request: there was no request with a transaction", hint: "--format xdr")
    }

    /// Whether this format supports transactions only.
    private var isOfEnvelope: Bool {
        switch self {
        case .json, .txrep, .sep7: true
        case .xdr, .response, .request, .ur, .lumensigner, .signature: false
        }
    }

    /// Checks that this format supports batches, with one response per line.
    func checkForBatch() throws(Failure) {
        switch self {
        case .xdr, .response, .request, .signature: return
        case .json, .txrep, .sep7, .ur, .lumensigner:
            throw Failure(.usage, "a batch is not answered in \(rawValue)", hint: "--format xdr, response or request")
        }
    }
}

/// A signature on its way to the user.
struct Delivery {
    /// The first key's signature.
    private let signed: SignedEnvelope
    /// All keys' signatures.
    private let all: [SignedEnvelope]
    /// The envelope with the signatures of all keys; nil if no envelope was signed.
    private let envelope: TransactionEnvelope?
    let examined: Examined

    /// - Parameter all: at least one, all of the same content.
    init(signed all: [SignedEnvelope], examined: Examined) throws(Failure) {
        guard let first = all.first else { preconditionFailure("a key has signed") }
        var envelope = first.envelope
        for other in all.dropFirst() {
            guard let signature = DecoratedSignature(by: other.account.key, other.signature) else { continue }
            do { envelope = try envelope?.adding(signature) } catch {
                throw Failure(.badInput, "the envelope has no room for so many signatures: it takes 20")
            }
        }
        (signed, self.all, self.envelope, self.examined) = (first, all, envelope, examined)
    }

    /// The response document; nil if there is no hash.
    var response: SigningResponse? {
        guard let hash = signed.hash else { return nil }
        let signatures = all.compactMap { ResponseSignature(publicKey: $0.account, signature: $0.signature) }
        return SigningResponse(id: examined.request?.id, hash: hash, signatures: signatures)
    }

    /// The signature in a device's format; nil if it cannot be expressed in it.
    private var deviceSignature: DeviceSignature? {
        DeviceSignature(id: examined.asked?.id, signature: signed.signature)
    }

    /// The response to show as one QR code, in the dialect of the request; nil if there is no hash.
    var answer: (QRContent, TransactionHash)? {
        guard let response else { return nil }
        switch (examined.asked?.dialect, deviceSignature) {
        case (.keystone, let answer?): return (.whole(answer.keystoneUR), response.hash)
        case (.lumenSigner, let answer?): return (.text(answer.lumenSignerText), response.hash)
        default: return (.whole(response.ur), response.hash)
        }
    }

    /// - Parameter pretty: whether a document may span several lines.
    func text(_ format: SignedFormat, pretty: Bool = true) throws(Failure) -> String {
        switch format {
        case .signature: return all.map { Base64.encode($0.signature) }.joined(separator: "\n")
        case .response: return try document().json.text(pretty: pretty)
        case .ur:
            if examined.asked?.dialect == .keystone, let answer = deviceSignature { return answer.keystoneUR.text }
            return try document().ur.text
        case .lumensigner:
            guard let answer = deviceSignature else { throw Failure(.usage, "this is not a signature of 64 bytes") }
            return answer.lumenSignerText
        case .request:
            guard let request = examined.request, let envelope else {
                preconditionFailure("SignedFormat.check has seen to it")
            }
            return request.replacing(envelope: envelope).json.text(pretty: pretty)
        case .json, .txrep, .sep7:
            guard let envelope, let network = examined.network else {
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

    private func document() throws(Failure) -> SigningResponse {
        guard let response else { throw Failure(.usage, "this has no hash, and so no response: --format signature") }
        return response
    }
}
