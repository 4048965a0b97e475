// SPDX-License-Identifier: Apache-2.0

import Stellar
import StellarXDR

/// The input of rules about an operation.
package struct OperationContext: Sendable {
    let transaction: TransactionContext
    let operation: Operation
    let facts: OperationFacts
    /// The value that it moves.
    let movements: [Movement]

    init(transaction: TransactionContext, operation: Operation) {
        (self.transaction, self.operation) = (transaction, operation)
        facts = operation.body.facts
        let source = transaction.transaction.source(of: operation)
        movements = Movement.all(of: operation.body, facts, by: source, transaction.tokens)
    }

    var body: OperationBody { operation.body }
    /// The operation's own source, or the transaction's.
    var source: MuxedAccount { transaction.transaction.source(of: operation) }
    var book: Book { transaction.input.book }
}
