// SPDX-License-Identifier: Apache-2.0

import Stellar
import StellarXDR

/// A transaction as it is applied to the signers of accounts.
struct AuthorityStep {
    let transaction: Transaction
    /// The operations, if they are reviewed.
    private var reviews: [OperationReview]?
    let hash: TransactionHash
    /// The fee source and the hash of the fee bump around it.
    var bump: (source: AccountID, hash: TransactionHash)?
    /// Its line in a batch, from 1.
    var line: Int?

    /// - Returns: nil for a login, which is never applied.
    init?(_ envelope: TransactionEnvelope, _ operations: [OperationReview]? = nil, on network: Network) {
        guard ReviewKind(envelope) != .challenge else { return nil }
        transaction = envelope.innermost
        reviews = operations
        hash = transaction.hash(on: network)
        if case .feeBump(let fee) = envelope.content { bump = (fee.feeSource.account, envelope.hash(on: network)) }
    }

    /// - Parameter review: of a transaction or fee bump; the result is nil for anything else.
    init?(_ review: Review, line: Int) {
        guard review.kind != .challenge else { return nil }
        switch review.content {
        case .transaction(let content):
            guard let outer = review.hash else { return nil }
            transaction = content
            reviews = review.operations
            hash = outer
        case .feeBump(let fee):
            guard let outer = review.hash, let inner = review.inner, let innerHash = inner.hash else { return nil }
            transaction = fee.inner.tx
            reviews = inner.operations
            hash = innerHash
            bump = (fee.feeSource.account, outer)
        case .message, .chainMessage, .authorization, .file, .nothing: return nil
        }
        self.line = line
    }

    func source(of operation: Operation) -> AccountID {
        (operation.sourceAccount ?? transaction.sourceAccount).account
    }

    /// What an operation says of itself.
    func facts(of index: Int) -> OperationFacts {
        reviews?[index].facts ?? transaction.operations[index].body.facts
    }

    /// The step without what can be made again, to keep many of them.
    var compact: AuthorityStep {
        var step = self
        step.reviews = nil
        return step
    }

    /// Each account whose signature was needed, with the hash that was signed.
    var signed: [(account: AccountID, hash: Hash)] {
        var all = [(transaction.sourceAccount.account, hash.hash)]
        if let bump { all.append((bump.source, bump.hash.hash)) }
        var seen: Set<AccountID> = [transaction.sourceAccount.account]
        for account in transaction.operations.compactMap({ $0.sourceAccount?.account })
        where seen.insert(account).inserted {
            all.append((account, hash.hash))
        }
        return all
    }

    /// The first malformed operation, because of which the network applies none of them.
    var malformed: AuthorityRejection? {
        for (index, operation) in transaction.operations.enumerated() {
            if case .setOptions(let change) = operation.body,
                let reason = AuthorityRejection.Reason(change, of: source(of: operation))
            {
                return rejection(reason, index)
            }
            // Inflation is well-formed, but no network has accepted it since protocol 12.
            if operation.type == .inflation || Validity.refusal(of: operation, in: transaction) != nil {
                return rejection(.invalid, index)
            }
        }
        return nil
    }

    /// Whether an operation changes signers, weights or thresholds, or creates or merges an account.
    var changesAuthority: Bool {
        transaction.operations.indices.contains { facts(of: $0).authority != nil }
    }

    func rejection(_ reason: AuthorityRejection.Reason, _ operation: Int? = nil) -> AuthorityRejection {
        AuthorityRejection(reason: reason, operation: operation, line: line)
    }
}
