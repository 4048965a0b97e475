// SPDX-License-Identifier: Apache-2.0

package import Faults
package import Handoff
package import Stellar
package import StellarXDR
import XDR

/// A transaction about contracts that a user gives, without its signatures.
package struct UnsignedCall: Sendable {
    package let transaction: Transaction
    package let network: Network
    package let note: String?
    /// The request that it came in, whose hints go on; nil for a bare transaction.
    package let request: SigningRequest?
    /// The number of signatures that it had.
    package let signatures: Int

    package init(_ source: TransactionInput, _ networks: NetworkSelection) throws(Failure) {
        let envelope: TransactionEnvelope
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
        guard case .transaction(let transaction) = envelope.content else {
            throw Failure(.badInput, "\(source.origin): this is a fee bump: give its inner transaction")
        }
        self.transaction = transaction
        signatures = envelope.signatures.count
    }

    /// The operation, if it calls a contract.
    package var operation: InvokeHostFunctionOp? {
        guard transaction.operations.count == 1, case .invokeHostFunction(let op)? = transaction.operations.first?.body
        else { return nil }
        return op
    }
}

extension Transaction {
    /// The transaction with other authorization entries in its one operation, which must be a contract call.
    package func replacing(auth: [SorobanAuthorizationEntry]) -> Transaction {
        guard operations.count == 1, let operation = operations.first,
            case .invokeHostFunction(var op) = operation.body
        else { return self }
        op.auth = auth
        var copy = self
        let body = OperationBody.invokeHostFunction(op)
        copy.operations =
            BoundedArray([Operation(sourceAccount: operation.sourceAccount, body: body)]) ?? operations
        return copy
    }

    /// The unsigned envelope, version 1.
    package var unsigned: TransactionEnvelope {
        .tx(TransactionV1Envelope(tx: self, signatures: BoundedArray()))
    }
}
