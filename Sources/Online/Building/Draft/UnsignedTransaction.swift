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
        let envelope: TransactionEnvelope
        switch source.input.content {
        case .envelope(let bare):
            (envelope, network, note) = (bare, nil, nil)
        case .request(let request):
            guard case .transaction(let asked) = request.content else {
                throw Failure(.badInput, "\(source.origin): only a transaction can be added to")
            }
            (envelope, network, note) = (asked, Network(passphrase: request.networkPassphrase), request.note)
            preauthorized = try Self.preauthorized(request.hints["preauthorized"], source.origin)
            pools = request.hints["pools"]?.asArray ?? []
        case .device(let asked):
            let found = try source.transaction(of: asked, networks)
            (envelope, network, note) = (found.envelope, found.network, nil)
        case .link(let link):
            let found = try source.transaction(of: link, networks)
            (envelope, network, note) = (found.envelope, found.network, link.terms.message)
        case .response, .signature, .accounts, .addressRequest, .chainRequest, .chainResponse, .chainSignature:
            throw source.noTransaction
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
    private static func preauthorized(_ hint: JSON?, _ origin: String) throws(Failure) -> [TransactionEnvelope] {
        guard let hint else { return [] }
        guard let list = hint.asArray else { throw notPreauthorized(origin) }
        var found: [TransactionEnvelope] = []
        for element in list {
            guard let text = element.asString, case .envelope(let one)? = try? HandoffInput.recognise(text).content
            else {
                throw notPreauthorized(origin)
            }
            found.append(one)
        }
        return found
    }

    private static func notPreauthorized(_ origin: String) -> Failure {
        Failure(
            .badInput, "\(origin): a transaction that it authorizes in advance came along and cannot be read",
            hint: "rebuild it: the signer would not show what it authorizes in advance")
    }
}
