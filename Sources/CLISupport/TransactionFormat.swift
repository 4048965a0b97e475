// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
package import Handoff
import Stellar
import StellarXDR
import TextCodec
import XDR

/// The forms in which an unsigned or signed transaction is written.
package enum TransactionFormat: String, ExpressibleByArgument, CaseIterable, Sendable {
    /// The Coldstar document in JSON.
    case request
    /// One line of base64.
    case xdr
    /// The document as a Uniform Resource, a line for each part.
    case ur
    /// LumenSigner's frames, one a line.
    case lumensigner

    /// The request in this form, without a newline at its end.
    package func text(of request: SigningRequest) throws(Failure) -> String {
        switch self {
        case .request: return request.json.text(pretty: true)
        case .ur: return request.ur.lines.joined(separator: "\n")
        case .lumensigner:
            guard let envelope = request.envelope else {
                throw Failure(.usage, "a message has no LumenSigner frames", hint: "--format request")
            }
            let network = Network(passphrase: request.networkPassphrase)
            return LumenSigner.frames(of: envelope, on: network, path: DerivationPath(account: 0))
                .joined(separator: "\n")
        case .xdr:
            guard let envelope = request.envelope else {
                throw Failure(.usage, "a message has no XDR", hint: "--format request")
            }
            return Base64.encode(envelope.xdr)
        }
    }
}
