// SPDX-License-Identifier: Apache-2.0

package import Codec
package import Stellar
package import StellarXDR

/// The output formats of an unsigned or signed transaction.
package enum TransactionFormat: String, CaseIterable, Sendable {
    /// The Coldstar document in JSON.
    case request
    /// One line of base64.
    case xdr
    /// SEP-51 JSON.
    case json
    /// SEP-11 txrep.
    case txrep
    /// A SEP-7 link.
    case sep7
    /// The document as a Uniform Resource, one line per part.
    case ur
    /// LumenSigner's frames, one per line.
    case lumensigner

    /// Whether the format names the network of the transaction.
    package var namesNetwork: Bool {
        switch self {
        case .request, .sep7, .ur, .lumensigner: true
        case .xdr, .json, .txrep: false
        }
    }

    /// The file name extension of this format.
    package var form: HandoffName.Form {
        switch self {
        case .request, .json: .json
        case .xdr: .xdr
        case .txrep, .sep7, .ur, .lumensigner: .txt
        }
    }

    /// The request in this format, without a trailing newline.
    package func text(of request: SigningRequest) throws(Failure) -> String {
        switch self {
        case .request: return request.json.text(pretty: true)
        case .ur: return request.ur.lines.joined(separator: "\n")
        case .xdr, .json, .txrep, .sep7, .lumensigner:
            guard let envelope = request.envelope else {
                throw Failure(
                    .usage, "a message can only be written as a request", hint: "use \(field: .format, "request")")
            }
            let network = request.network
            switch self {
            case .lumensigner:
                return LumenSigner.frames(of: envelope, on: network, path: DerivationPath(account: 0))
                    .joined(separator: "\n")
            case .sep7:
                return SEP7Transaction.text(
                    of: envelope, on: network, publicKey: request.signers.count == 1 ? request.signers[0] : nil,
                    message: request.note)
            default: return try text(of: envelope, on: network)
            }
        }
    }

    /// The envelope in a format that needs nothing else.
    ///
    /// - Parameter network: tells txrep the name of the native asset.
    /// - Throws: `.badInput` for JSON of a transaction that other programs would read back as another one.
    package func text(of envelope: TransactionEnvelope, on network: Network?) throws(Failure) -> String {
        switch self {
        case .json:
            if let code = ShortLongCodes.codes(in: envelope).first { throw Self.ambiguous(code) }
            // Indenting a deeply nested document can make it a hundred times as long.
            return XDRJSON.text(of: envelope, pretty: envelope.xdr.count <= 1 << 16)
        case .txrep: return Txrep.text(of: envelope, on: network)
        case .xdr, .request, .sep7, .ur, .lumensigner: return Base64.encode(envelope.xdr)
        }
    }

    /// Why a value with this code is not written as JSON, whose text does not say the code's kind.
    package static func ambiguous(_ code: [UInt8]) -> Failure {
        Failure(
            .badInput,
            "the asset code \(ForeignName(code).quoted) is AlphaNum12 with \(code.count) characters: its JSON would read back as AlphaNum4",
            hint: "the network refuses such an asset; inspect shows the transaction")
    }
}

/// Decodes transaction envelopes, and accepts only bytes that encode back unchanged.
enum EnvelopeReader {
    static func read(_ bytes: [UInt8]) throws(HandoffError) -> TransactionEnvelope {
        do { return try TransactionEnvelope(canonical: bytes) } catch { throw .envelope(error) }
    }

    /// Decodes an envelope from a field of a document.
    static func read(_ bytes: [UInt8], field: String) throws(HandoffError) -> TransactionEnvelope {
        do { return try TransactionEnvelope(canonical: bytes) } catch { throw .field(field, .envelope(error)) }
    }
}
