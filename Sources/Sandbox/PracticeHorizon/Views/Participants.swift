// SPDX-License-Identifier: Apache-2.0

import Ledger
import Stellar
import StellarXDR

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

    /// Whether Horizon lists the operation among payments.
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
        return transaction.operations.reduce(into: [transaction.sourceAccount.account, envelope.feeSource.account]) {
            $0.formUnion($1.participants(in: transaction))
        }
    }
}
