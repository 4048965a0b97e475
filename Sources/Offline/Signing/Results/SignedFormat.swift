// SPDX-License-Identifier: Apache-2.0

package import Codec
package import Handoff
package import Review

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
