// SPDX-License-Identifier: Apache-2.0

package import Codec
package import Handoff
package import Stellar
package import StellarXDR

/// An unsigned transaction to which an operation is appended.
package struct UnsignedTransaction: Sendable {
    package let transaction: Transaction
    /// The network that the document names.
    package let network: Network?
    package let note: String?
    /// Transactions in the request that this one authorizes in advance.
    package private(set) var preauthorized: [TransactionEnvelope] = []
    /// Pools in the request's hints, as JSON.
    package private(set) var pools: [JSON] = []

    package init(_ source: TransactionInput, _ networks: NetworkSelection) throws(Failure) {
        let given = try source.toSign()
        let envelope = given.envelope
        note = given.note
        switch given.form {
        case .envelope: network = nil
        case .request(let request):
            // The user may name the network later, with the rest of the draft.
            network = request.network
            preauthorized = try Self.preauthorized(request, source.origin)
            pools = request.hints["pools"]?.asArray ?? []
        case .device, .link: network = try given.network(networks)
        }
        guard envelope.signatures.isEmpty else {
            throw Failure(
                .badInput, "\(source.origin): the transaction is signed already; a change would void the signatures")
        }
        guard case .transaction(let transaction) = envelope.content else {
            throw Failure(.badInput, "\(source.origin): nothing can be added to a fee bump")
        }
        self.transaction = transaction
    }

    /// Reads all of the hint or fails: the signer shows a transaction authorized in advance only if the request
    /// contains it.
    private static func preauthorized(
        _ request: SigningRequest, _ origin: String
    ) throws(Failure) -> [TransactionEnvelope] {
        let found = request.hinted.preauthorizations
        guard let found, !found.contains(nil) else {
            throw Failure(
                .badInput, "\(origin): the attached transaction that it authorizes in advance cannot be read",
                hint: "rebuild it: the signer would not show what it authorizes in advance")
        }
        return found.compactMap(\.self)
    }
}
