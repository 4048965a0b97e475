// SPDX-License-Identifier: Apache-2.0

import Codec
import Stellar
import StellarXDR

/// The input of rules about a transaction. A class, because every rule gets it for every operation: copying the input's
/// fields each time would cost more than the rules.
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
    /// What it pays.
    let payments: PaymentReview
    /// The account of the transaction's source.
    let source: AccountID
    let book: Book
    /// The account of the key that signs.
    let key: AccountID?

    init(
        input: ReviewInput, network: Network, transaction: Transaction, operations: [OperationReview],
        hash: TransactionHash, signatures: [DecoratedSignature], isInner: Bool, authority: AuthorityForecast,
        makers: [SignatureReview] = [],
        tokens: KnownTokens, interfaces: ContractInterfaces = ContractInterfaces(),
        payments: PaymentReview = PaymentReview()
    ) {
        self.payments = payments
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

/// The input of rules about an operation. A class, because every rule gets it: copying the facts each time would cost
/// more than most rules.
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
    /// These, and the contracts that receive a token.
    let receivers: [RecipientAddress]
    /// Every asset that the operation names.
    let assets: [Asset]

    init(transaction: TransactionContext, operation review: OperationReview) {
        (self.transaction, self.review) = (transaction, review)
        type = review.operation.type
        source = review.operation.sourceAccount ?? transaction.transaction.sourceAccount
        movements = Movement.all(of: review, by: source, transaction.tokens)
        receivers = movements.receivers
        destinations = receivers.compactMap(\.account)
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

/// The input of rules about a fee bump.
package struct FeeBumpContext: Sendable {
    @Indirect var input: ReviewInput
    let network: Network
    let bump: FeeBumpTransaction
    let innerHash: TransactionHash
    /// The tokens that the inner transaction may move.
    let tokens: KnownTokens
}

/// The input of rules about a request.
package struct RequestContext: Sendable {
    @Indirect var input: ReviewInput
    let kind: ReviewKind
    /// What would be signed; nil for a raw payload.
    let hash: TransactionHash?
    /// For an envelope: the accounts for which our signature would count, from the fee source, the transaction and
    /// the operations.
    let sources: [AccountID]
    /// For an envelope: the makers of its signatures.
    var signatures: [SignatureReview] = []
    /// For the challenge of a login (SEP-10): whether it is a valid one.
    var login: ChallengeVerdict?
    /// For an authorization entry that logs in a contract account (SEP-45): whether it is a valid login.
    var contractLogin: ContractChallengeVerdict?

    /// Whether this is an entry that does nothing but log in.
    var isContractLogin: Bool { contractLogin?.isValid == true }

    /// The contract account that an authorization entry names as its address or as a delegate, if the book has the key
    /// as one of its signers.
    func contractAccount(signedBy key: AccountID) -> SCAddress? {
        guard case .authorization(let asked, let network) = input.subject,
            let address = asked.entry.credentials.address?.address
        else { return nil }
        return ([address] + asked.entry.credentials.delegates.map(\.address)).first { address in
            guard case .contract(let id) = address else { return false }
            return input.book.pin(of: id, on: network)?.account?.signers.contains(key) == true
        }
    }
}
