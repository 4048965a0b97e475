// SPDX-License-Identifier: Apache-2.0

package import Stellar
package import StellarXDR

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
    init?(_ hashed: HashedTransaction, _ operations: [OperationReview]? = nil) {
        guard ReviewKind(hashed.envelope) != .challenge else { return nil }
        transaction = hashed.envelope.innermost
        reviews = operations
        hash = hashed.innermostHash
        if case .feeBump(let fee) = hashed.envelope.content { bump = (fee.feeSource.account, hashed.hash) }
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
            if operation.type == .inflation || Validity.fault(in: operation, of: transaction) != nil {
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

/// Why the network may not apply a transaction. The accounts may differ from what is known here, so that this changes
/// no outcome.
package struct AuthorityRejection: Error, Hashable, Sendable {
    package enum Reason: Error, Hashable, Sendable {
        /// A weight or threshold above 255.
        case outOfRange
        /// The account's own key, whose weight is set with `masterWeight`.
        case ownKey
        /// A signed-payload signer without a payload.
        case emptyPayload
        case tooManySigners
        /// The operation's source was already merged.
        case merged(AccountID)
        /// The account to create already exists.
        case exists(AccountID)
        /// The account to create exists, according to the book or the claims.
        case listed(AccountID, Authority.Witness)
        /// A malformed operation, which is rejected whatever the accounts are.
        case invalid
        /// A sponsorship that begins or ends where it cannot, or is never ended.
        case sponsorship
        /// An earlier transaction has used or passed the sequence number.
        case sequenceUsed(AccountID, Int64)
        /// After the earlier transactions no one can authorize it.
        case unauthorized(AccountID, Operation.Threshold)
    }

    package let reason: Reason
    /// Index of the operation; nil for the transaction itself.
    package let operation: Int?
    /// Its line in a batch, from 1.
    package let line: Int?

    /// What is wrong, and with which operation.
    package var phrase: Phrase {
        operation.map { "operation \($0 + 1) \(reason.phrase)" } ?? reason.phrase
    }
}

extension AuthorityRejection.Reason {
    /// The fault for which the network rejects the change whatever the account is; nil if there is none.
    ///
    /// - Source: stellar-core `SetOptionsOpFrame::doCheckValid`.
    init?(_ change: SetOptionsOp, of account: AccountID) {
        let weights = [change.masterWeight, change.lowThreshold, change.medThreshold, change.highThreshold]
        let all = weights.compactMap { $0 } + [change.signer?.weight ?? 0]
        if all.contains(where: { $0 > Authority.mostWeight }) {
            self = .outOfRange
        } else if change.signer?.key == .ed25519(account.key) {
            self = .ownKey
        } else if case .ed25519SignedPayload(let signed) = change.signer?.key, signed.payload.bytes.isEmpty {
            self = .emptyPayload
        } else {
            return nil
        }
    }

    fileprivate var phrase: Phrase {
        switch self {
        case .outOfRange: "sets a weight or threshold above 255"
        case .ownKey: "names the account's own key as another signer"
        case .emptyPayload: "sets a signed-payload signer without a payload"
        case .tooManySigners: "adds a signer to an account that already has 20"
        case .merged(let account): "acts for \(account), which is merged before"
        case .exists(let account): "creates \(account), which exists already"
        case .listed(let account, let witness): "creates \(account), which exists already (\(witness.words))"
        case .invalid: "is not valid in any ledger"
        case .sponsorship: "begins a sponsorship that nothing ends, or begins or ends one where it cannot"
        case .sequenceUsed(let account, let sequence):
            "the sequence number of \(account) is at \(sequence) or above by then"
        case .unauthorized(let account, let level):
            "no one can reach the \(level.word) threshold of \(account) any longer"
        }
    }
}
