// SPDX-License-Identifier: Apache-2.0

import AddressBook
package import Faults
package import Handoff
import Preflight
package import Stellar
package import StellarXDR

/// A transaction from elsewhere of which a request is made exactly as it is, without the network.
package struct ComposedTransaction: Sendable {
    private let envelope: TransactionEnvelope
    private let network: Network
    private let note: String?

    package init(_ source: TransactionInput, _ networks: NetworkSelection) throws(Failure) {
        switch source.input.content {
        case .envelope(let bare): (envelope, network, note) = (bare, try networks.required(), nil)
        case .request(let request):
            guard case .transaction(let asked) = request.content else {
                throw Failure(.badInput, "\(source.origin): this is a \(request.kind.rawValue), not a transaction")
            }
            network = try networks.resolve(documented: Network(passphrase: request.networkPassphrase))
            (envelope, note) = (asked, request.note)
        case .device(let asked):
            let found = try source.transaction(of: asked, networks)
            (envelope, network, note) = (found.envelope, found.network, nil)
        case .link(let link):
            let found = try source.transaction(of: link, networks)
            (envelope, network, note) = (found.envelope, found.network, link.terms.message)
        case .response, .signature, .accounts, .addressRequest, .chainRequest, .chainResponse, .chainSignature:
            throw source.noTransaction
        }
    }

    package init(_ envelope: TransactionEnvelope, on network: Network) {
        (self.envelope, self.network, note) = (envelope, network, nil)
    }

    /// A warning of what the network would refuse, by the transaction's form alone.
    package var notices: [Notice] {
        Complaint(formOf: envelope).map { [.warning(.malformed, "the network would refuse this: \($0.message)")] } ?? []
    }

    /// - Parameter note: for the signer; nil for the one that came with the transaction.
    package func request(created: Timestamp, note: String?) throws(Failure) -> BuiltRequest {
        try BuiltRequest(envelope, on: network, created: created, note: note ?? self.note)
    }
}
