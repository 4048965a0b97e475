// SPDX-License-Identifier: Apache-2.0

package import Stellar
package import StellarXDR

/// One operation, as it is displayed, and what it says of itself.
///
/// Immutable. A class, because rules, sums and pages pass it on: it is large, and its facts are made once.
package final class OperationReview: Sendable {
    package let operation: Operation
    package let facts: OperationFacts

    private let pools: KnownPools
    private let tokens: KnownTokens

    private init(_ operation: Operation, pools: KnownPools, tokens: KnownTokens) {
        self.operation = operation
        facts = operation.body.facts
        self.pools = pools
        self.tokens = tokens
    }

    /// All operations of a transaction.
    ///
    /// - Parameters:
    ///   - pools: known pools, in addition to those that the transaction itself names.
    ///   - tokens: the tokens whose calls are shown in their units.
    package static func all(
        of transaction: Transaction, pools: KnownPools, tokens: KnownTokens
    ) -> [OperationReview] {
        let pools = pools.adding(transaction)
        return transaction.operations.map { OperationReview($0, pools: pools, tokens: tokens) }
    }

    /// The protocol's name: `path_payment_strict_send`.
    package var type: String { operation.type.name }
    /// The operation's own source; nil when it is the transaction's.
    package var source: MuxedAccount? { operation.sourceAccount }
    package var summary: Phrase { OperationSummary.of(operation.body, pools: pools, tokens: tokens) }

    /// Every field of the operation, by its schema name.
    package var fields: [Field] {
        FieldDump.of(operation.body).dropFirst().map { field in
            // The union's arm is the operation itself: `paymentOp.amount` is its `amount`.
            let parts = field.path.split(separator: ".", maxSplits: 1)
            return parts.count == 2 && parts[0].hasSuffix("Op")
                ? Field(path: String(parts[1]), value: field.value) : field
        }
    }
}
