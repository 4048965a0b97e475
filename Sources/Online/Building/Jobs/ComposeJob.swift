// SPDX-License-Identifier: Apache-2.0

package import Codec
package import Handoff
import LedgerAPI
package import Stellar
package import StellarXDR
package import Workspace

/// Requests the signature of a transaction from elsewhere exactly as it is, without the network.
package struct ComposeJob: SingleRequestJob {
    private let transaction: GivenTransaction
    private let note: String?
    private let created: Timestamp
    package let context: OnlineContext

    /// - Parameter note: for the signer; nil for the one that came with the transaction.
    package init(_ transaction: GivenTransaction, note: String?, created: Timestamp, in context: OnlineContext) {
        self.transaction = transaction
        self.note = note
        self.created = created
        self.context = context
    }

    /// Warns of what the network would refuse by the transaction's form alone.
    package func request(noting notices: inout [Notice]) throws(Failure) -> BuiltRequest {
        if let complaint = Complaint(formOf: transaction.envelope) {
            notices.append(.warning(.malformed, "the network would refuse this: \(complaint.message)"))
        }
        return try BuiltRequest(
            transaction.envelope, on: transaction.network, created: created, note: note ?? transaction.note)
    }
}

/// A transaction that a user gives, and what came with it.
package struct GivenTransaction: Sendable {
    package let envelope: TransactionEnvelope
    package let network: Network
    package let note: String?
    /// The request that it came in, whose hints go on; nil for a bare transaction.
    package let request: SigningRequest?
    /// Its source, for errors.
    package let origin: String

    package init(_ source: TransactionInput, _ networks: NetworkSelection) throws(Failure) {
        origin = source.origin
        switch source.input.content {
        case .envelope(let bare): (envelope, network, note, request) = (bare, try networks.required(), nil, nil)
        case .request(let request):
            guard case .transaction(let asked) = request.content else {
                throw Failure(.badInput, "\(source.origin): this is a \(request.kind.rawValue), not a transaction")
            }
            network = try networks.resolve(documented: Network(passphrase: request.networkPassphrase))
            (envelope, note, self.request) = (asked, request.note, request)
        case .device(let asked):
            let found = try source.transaction(of: asked, networks)
            (envelope, network, note, request) = (found.envelope, found.network, nil, nil)
        case .link(let link):
            let found = try source.transaction(of: link, networks)
            (envelope, network, note, request) = (found.envelope, found.network, link.terms.message, nil)
        case .response, .signature, .accounts, .addressRequest, .chainRequest, .chainResponse, .chainSignature:
            throw source.noTransaction
        }
    }

    package init(_ envelope: TransactionEnvelope, on network: Network, origin: String) {
        (self.envelope, self.network, self.origin, note, request) = (envelope, network, origin, nil, nil)
    }
}
