// SPDX-License-Identifier: Apache-2.0

package import Codec
package import Handoff
package import Stellar
package import StellarXDR

/// A transaction about contracts that a user gives, without its signatures.
package struct UnsignedCall: Sendable {
    package let transaction: Transaction
    package let network: Network
    package let note: String?
    /// The request that it came in, whose hints go on; nil for a bare transaction.
    package let request: SigningRequest?
    /// The number of signatures that it had.
    package let signatures: Int

    /// - Throws: `.badInput` for a fee bump.
    package init(_ given: GivenTransaction) throws(Failure) {
        guard case .transaction(let transaction) = given.envelope.content else {
            throw Failure(.badInput, "\(given.origin): this is a fee bump: give its inner transaction")
        }
        self.transaction = transaction
        (network, note, request) = (given.network, given.note, given.request)
        signatures = given.envelope.signatures.count
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
