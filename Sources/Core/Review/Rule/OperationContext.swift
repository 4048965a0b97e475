// SPDX-License-Identifier: Apache-2.0

import Stellar
import StellarXDR

/// The input of rules about an operation. A class, because every rule gets it: copying the facts each time would cost more than most rules.
package final class OperationContext: Sendable {
    let transaction: TransactionContext
    let operation: Operation
    let facts: OperationFacts
    /// The value that it moves.
    let movements: [Movement]
    /// The accounts that receive value, including through a token's contract, each once.
    let destinations: [MuxedAccount]
    /// Every asset that the operation names.
    let assets: [Asset]

    init(transaction: TransactionContext, operation: Operation) {
        (self.transaction, self.operation) = (transaction, operation)
        facts = operation.body.facts
        let source = transaction.transaction.source(of: operation)
        movements = Movement.all(of: operation.body, facts, by: source, transaction.tokens)
        destinations = movements.recipients
        var named = facts.assets(by: source.account)
        if let path = facts.transfer?.path, !path.isEmpty { named += path }
        if case .invokeHostFunction(let op) = operation.body {
            for (preimage, _) in op.creations { if case .asset(let asset) = preimage { named.append(asset) } }
        }
        assets = named
    }

    var body: OperationBody { operation.body }
    /// The operation's own source, or the transaction's.
    var source: MuxedAccount { transaction.transaction.source(of: operation) }
    var book: Book { transaction.input.book }
}
