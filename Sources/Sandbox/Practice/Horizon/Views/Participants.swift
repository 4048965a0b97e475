// SPDX-License-Identifier: Apache-2.0

import LedgerRules
import Stellar
import StellarXDR

extension TransactionRecord {
    /// The accounts whose history contains the transaction.
    var participants: Set<AccountID> {
        let transaction = envelope.innermost
        return transaction.operations.indices.reduce(
            into: [transaction.sourceAccount.account, envelope.feeSource.account]
        ) { $0.formUnion(participants(operation: $1)) }
    }

    /// The accounts whose history contains the operation with this index.
    func participants(operation index: Int) -> Set<AccountID> {
        let transaction = envelope.innermost
        let operation = transaction.operations[index]
        return Set([transaction.source(of: operation).account] + operation.body.facts.participants)
            .union(AssetBalanceChange.all(of: self, operation: index).flatMap(\.accounts))
    }

    /// Whether Horizon lists the operation with this index among payments.
    func isPayment(operation index: Int) -> Bool {
        envelope.innermost.operations[index].body.facts.transfer?.destination != nil
            || !AssetBalanceChange.all(of: self, operation: index).isEmpty
    }
}
