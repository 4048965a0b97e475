// SPDX-License-Identifier: Apache-2.0

import LedgerRules
import Stellar
import StellarXDR

/// How a deposit reaches its account, given the state of the ledger.
struct DepositDelivery {
    /// Nil if the account cannot receive the deposit yet.
    let operation: Operation?
    /// Whether the operation is the payment itself.
    let pays: Bool

    init(_ transfer: Transfer, _ amount: Amount, _ state: LedgerState) {
        let id = transfer.account.account
        let account = state.accounts[id]
        let payment = OperationBody.payment(
            PaymentOp(destination: transfer.account, asset: transfer.asset, amount: amount.stroops))
        let canHold = account.map { Self.canHold($0, transfer.asset, amount) } ?? false
        let body: OperationBody?
        if canHold {
            body = payment
        } else if transfer.takesClaimable, transfer.asset != .native {
            let claimant = Claimant.v0(ClaimantV0(destination: id, predicate: .unconditional))
            body = .createClaimableBalance(
                CreateClaimableBalanceOp(
                    asset: transfer.asset, amount: amount.stroops,
                    claimants: BoundedArray([claimant]) ?? BoundedArray()))
        } else if account == nil {
            let balance = transfer.asset == .native ? amount.stroops : PracticeAccounts.firstBalance
            body = .createAccount(CreateAccountOp(destination: id, startingBalance: balance))
        } else {
            body = nil
        }
        operation = body.map { Operation(sourceAccount: nil, body: $0) }
        pays = body == payment || transfer.asset == .native
    }

    private static func canHold(_ account: Account, _ asset: Asset, _ amount: Amount) -> Bool {
        if asset == .native { return true }
        // An issuer can receive any amount of its own asset.
        if asset.issuer == account.id { return true }
        guard let line = account.trustlines[asset], line.isAuthorized else { return false }
        return line.limit - line.balance >= amount.stroops
    }
}
