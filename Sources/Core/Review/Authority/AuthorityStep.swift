// SPDX-License-Identifier: Apache-2.0

import Stellar
import StellarXDR

/// A transaction as it is applied to the signers of accounts.
struct AuthorityStep {
    let transaction: Transaction
    let hash: TransactionHash
    /// The fee source and the hash of the fee bump around it.
    var bump: (source: AccountID, hash: TransactionHash)?
    /// Its line in a batch, from 1.
    var line: Int?

    /// - Returns: nil for a login, which is never applied.
    init?(_ envelope: TransactionEnvelope, on network: Network, line: Int? = nil) {
        guard ReviewKind(envelope) != .challenge else { return nil }
        transaction = envelope.innermost
        hash = transaction.hash(on: network)
        if case .feeBump(let fee) = envelope.content { bump = (fee.feeSource.account, envelope.hash(on: network)) }
        self.line = line
    }

    /// - Parameter review: of a transaction or fee bump; the result is nil for anything else.
    init?(_ review: Review, line: Int) {
        guard review.kind != .challenge else { return nil }
        switch review.content {
        case .transaction(let content):
            guard let outer = review.hash else { return nil }
            transaction = content
            hash = outer
        case .feeBump(let fee):
            guard let outer = review.hash, let inner = review.inner?.hash else { return nil }
            transaction = fee.inner.tx
            hash = inner
            bump = (fee.feeSource.account, outer)
        case .message, .chainMessage, .authorization, .file, .nothing: return nil
        }
        self.line = line
    }

    func source(of operation: Operation) -> AccountID {
        transaction.source(of: operation).account
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
        transaction.operations.contains { $0.body.facts.authority != nil }
    }

    func rejection(_ reason: AuthorityRejection.Reason, _ operation: Int? = nil) -> AuthorityRejection {
        AuthorityRejection(reason: reason, operation: operation, line: line)
    }
}
