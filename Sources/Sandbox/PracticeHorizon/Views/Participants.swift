// SPDX-License-Identifier: Apache-2.0

import Ledger
import Stellar
import StellarXDR
import XDR

extension Operation {
    /// The accounts whose history contains the operation.
    func participants(in transaction: Transaction) -> Set<AccountID> {
        var accounts: Set<AccountID> = [(sourceAccount ?? transaction.sourceAccount).account]
        switch body {
        case .createAccount(let op): accounts.insert(op.destination)
        case .payment(let op): accounts.insert(op.destination.account)
        case .pathPaymentStrictReceive(let op): accounts.insert(op.destination.account)
        case .pathPaymentStrictSend(let op): accounts.insert(op.destination.account)
        case .accountMerge(let destination): accounts.insert(destination.account)
        case .allowTrust(let op): accounts.insert(op.trustor)
        case .setTrustLineFlags(let op): accounts.insert(op.trustor)
        case .clawback(let op): accounts.insert(op.from.account)
        case .createClaimableBalance(let op):
            for case .v0(let claimant) in op.claimants { accounts.insert(claimant.destination) }
        default: break
        }
        return accounts
    }

    /// Whether Horizon lists the operation among payments, if it is not a contract call.
    var isPayment: Bool {
        switch type {
        case .createAccount, .payment, .pathPaymentStrictReceive, .pathPaymentStrictSend, .accountMerge: true
        default: false
        }
    }
}

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
        return transaction.operations[index].participants(in: transaction)
            .union(AssetBalanceChange.all(of: self, operation: index).flatMap(\.accounts))
    }

    /// Whether Horizon lists the operation with this index among payments.
    func isPayment(operation index: Int) -> Bool {
        envelope.innermost.operations[index].isPayment || !AssetBalanceChange.all(of: self, operation: index).isEmpty
    }
}
