// SPDX-License-Identifier: Apache-2.0

import Stellar
import StellarXDR

/// The input of rules about an operation. A class, because every rule gets it: copying the facts each time would cost more than most rules.
package final class OperationContext: Sendable {
    let transaction: TransactionContext
    private let review: OperationReview
    let type: OperationType
    /// The operation's own source, or the transaction's.
    let source: MuxedAccount
    /// The value that it moves.
    let movements: [Movement]
    /// The accounts that receive value, including through a token's contract, each once.
    let destinations: [MuxedAccount]
    /// Every asset that the operation names.
    let assets: [Asset]

    init(transaction: TransactionContext, operation review: OperationReview) {
        (self.transaction, self.review) = (transaction, review)
        type = review.operation.type
        source = review.operation.sourceAccount ?? transaction.transaction.sourceAccount
        movements = Movement.all(of: review, by: source, transaction.tokens)
        destinations = movements.recipients
        var named = review.facts.assets(by: source.account)
        if let path = review.facts.transfer?.path, !path.isEmpty { named += path }
        if case .invokeHostFunction(let op) = review.operation.body {
            for (preimage, _) in op.creations { if case .asset(let asset) = preimage { named.append(asset) } }
        }
        assets = named
    }

    var operation: Operation { review.operation }
    var body: OperationBody { review.operation.body }
    var facts: OperationFacts { review.facts }
    var book: Book { transaction.book }
    /// The transaction's memo.
    var memo: Memo { transaction.memo }
}
