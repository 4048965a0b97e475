// SPDX-License-Identifier: Apache-2.0

import Stellar
import StellarXDR

/// The input of rules about a transaction. A class, because every rule gets it for every operation: copying the input's fields each time
/// would cost more than the rules.
package final class TransactionContext: Sendable {
    let input: ReviewInput
    let network: Network
    let transaction: Transaction
    let operations: [OperationReview]
    let hash: TransactionHash
    let signatures: [DecoratedSignature]
    /// Whether it is inside a fee bump: someone else's signature covers it, and its own fee is not what is paid.
    let isInner: Bool
    /// Who can sign for the accounts that it changes, after all its operations.
    let authority: AuthorityForecast
    /// The accounts that it changes, as `authority` predicts them.
    let outcomes: [AuthorityOutcome]
    /// The new signers among them that reach a threshold alone.
    let newSigners: [AuthorityOutcome.NewSigner]
    /// The makers of an inner transaction's signatures.
    let makers: [SignatureReview]
    /// The tokens that it may move by contract calls.
    let tokens: KnownTokens
    /// The interfaces that the request brings for the contracts it calls.
    let interfaces: ContractInterfaces
    /// The account of the transaction's source.
    let source: AccountID
    let book: Book
    /// The account of the key that signs.
    let key: AccountID?

    init(
        input: ReviewInput, network: Network, transaction: Transaction, operations: [OperationReview],
        hash: TransactionHash, signatures: [DecoratedSignature], isInner: Bool, authority: AuthorityForecast,
        makers: [SignatureReview] = [],
        tokens: KnownTokens, interfaces: ContractInterfaces = ContractInterfaces()
    ) {
        self.input = input
        self.network = network
        self.transaction = transaction
        self.operations = operations
        self.hash = hash
        self.signatures = signatures
        self.isInner = isInner
        self.authority = authority
        outcomes = authority.outcomes
        newSigners = outcomes.flatMap(\.newSigners)
        self.makers = makers
        self.tokens = tokens
        self.interfaces = interfaces
        source = transaction.sourceAccount.account
        book = input.book
        key = input.key?.account
    }

    var memo: Memo { transaction.memo }
    /// The addresses for which the signature may count.
    var reach: SigningReach { SigningReach(input, on: network) }
}
