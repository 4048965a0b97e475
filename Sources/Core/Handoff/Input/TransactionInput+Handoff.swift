// SPDX-License-Identifier: Apache-2.0

import Chains
package import Faults
package import Stellar
import StellarXDR
import XDR

/// A request or a response, in Coldstar's own format.
package enum HandoffDocument: Hashable, Sendable {
    case request(SigningRequest)
    case response(SigningResponse)
    case chainRequest(ChainRequest)
    case chainResponse(ChainResponse)

    /// The hash of what is to be signed, or was.
    package var hash: TransactionHash {
        switch self {
        case .response(let response): response.hash
        case .chainRequest(let request): request.message.hash
        case .chainResponse(let response): response.hash
        case .request(let request):
            switch request.content {
            case .message(let message): StellarMessage.hash(of: message.bytes)
            case .authorization(let asked): asked.identity(on: Network(passphrase: request.networkPassphrase))
            case .transaction(let envelope), .challenge(let envelope, _):
                envelope.hash(on: Network(passphrase: request.networkPassphrase))
            }
        }
    }
}

extension TransactionInput {
    /// The input as a request or response; a bare transaction, a link and a device's request become a new request.
    ///
    /// - Parameters:
    ///   - networks: the network as the user names it, for input that does not name its own.
    ///   - now: the time of a new request; called only if a new request is made.
    /// - Throws: `.refused` for a bare hash, `.usage` if no network is given, `.badInput` for a contradicting network and for input
    ///   without a transaction or response.
    package func handoff(
        _ networks: NetworkSelection, now: () throws(Failure) -> Timestamp
    ) throws(Failure) -> HandoffDocument {
        switch input.content {
        case .response(let response): return .response(response)
        case .chainRequest(let request): return .chainRequest(request)
        case .chainResponse(let response): return .chainResponse(response)
        case .request(let request):
            _ = try networks.resolve(documented: Network(passphrase: request.networkPassphrase))
            return .request(request)
        case .envelope(let envelope):
            let network = try networks.required()
            var generator = SystemRandomNumberGenerator()
            return .request(
                SigningRequest(
                    id: RequestID(using: &generator), networkPassphrase: network.passphrase,
                    content: .transaction(envelope), created: try now()))
        case .device(let asked):
            let found = try transaction(of: asked, networks)
            return .request(asked.request(found.envelope, on: found.network, now: try now()))
        case .link(let link):
            let found = try transaction(of: link, networks)
            return .request(link.request(on: found.network, now: try now()))
        case .signature, .chainSignature, .accounts, .addressRequest: throw noTransaction
        }
    }
}
