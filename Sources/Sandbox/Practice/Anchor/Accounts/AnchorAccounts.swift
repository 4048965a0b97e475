// SPDX-License-Identifier: Apache-2.0

import LedgerRules
import LedgerXDR
import Stellar
import StellarXDR

/// The anchor's transactions on the ledger.
extension PracticeAnchor {
    /// Below this balance, in stroops, the distribution account asks the friendbot for more.
    private static let leastBalance: Int64 = 50_000_000_000

    /// The outcome of a payment by the anchor.
    enum Outcome {
        case done(TransactionRecord, balance: ClaimableBalanceID?)
        /// The account cannot hold the asset yet.
        case noTrust(String)
        /// The payment failed with this result code.
        case failed(String)
    }

    /// Creates the issuer and the distribution account, unless a seed file already contains them.
    ///
    /// - Returns: false if the ledger does not allow it.
    func makeAccounts(homeDomain: String) async -> Bool {
        for id in [accounts.issuer.id, accounts.distribution.id] {
            // An account that is already funded needs nothing.
            _ = try? await ledger.fund(id)
        }
        let done = await ledger.submit { [accounts] snapshot in
            guard let account = snapshot.state.accounts[accounts.distribution.id],
                let issuer = snapshot.state.accounts[accounts.issuer.id],
                issuer.homeDomain.bytes != Array(homeDomain.utf8) || account.trustlines[accounts.srt] == nil
            else { return nil }
            return accounts.opening(
                sequence: account.sequence &+ 1, fee: snapshot.baseFee, homeDomain: homeDomain)
        }
        guard case (_, let submission)? = done else {
            return await ledger.snapshot().state.accounts[accounts.distribution.id] != nil
        }
        if case .included(let record, _) = submission { return record.isSuccessful }
        return false
    }

    /// Sends a deposit's amount to its account: as a payment, by creating the account, or as a claimable balance.
    func deliver(_ amount: Amount, of transfer: Transfer) async -> Outcome {
        await refill()
        let done = await ledger.submit { [accounts] snapshot in
            let plan = DepositDelivery(transfer, amount, snapshot.state)
            guard let operation = plan.operation,
                let sequence = snapshot.state.accounts[accounts.distribution.id]?.sequence
            else { return nil }
            return accounts.envelope(
                sequence: sequence &+ 1, fee: snapshot.baseFee, memo: plan.pays ? transfer.depositMemo : .none,
                [operation], by: [accounts.distribution])
        }
        guard let (envelope, submission) = done else {
            return .noTrust("The account needs a trustline for \(PracticeAccounts.code), with room for \(amount.text).")
        }
        let outcome = Self.outcome(of: submission)
        guard case .done(let record, _) = outcome, let operation = envelope.innermost.operations.first else {
            return outcome
        }
        switch operation.body {
        case .createAccount where transfer.asset != .native:
            return .noTrust("The account was created: it now needs a trustline for \(PracticeAccounts.code).")
        case .createClaimableBalance:
            return .done(record, balance: ClaimableBalanceID(createdBy: envelope.innermost, operation: 0))
        default: return outcome
        }
    }

    /// Refunds a withdrawal to the account that paid it.
    func refund(_ receipt: Receipt, of transfer: Transfer) async -> Outcome {
        let payment = PaymentOp(
            destination: receipt.payer, asset: transfer.asset, amount: receipt.amount.stroops)
        let done = await ledger.submit { [accounts] snapshot in
            guard let sequence = snapshot.state.accounts[accounts.distribution.id]?.sequence else { return nil }
            return accounts.envelope(
                sequence: sequence &+ 1, fee: snapshot.baseFee, memo: transfer.refundMemo ?? transfer.memo,
                [Operation(sourceAccount: nil, body: .payment(payment))], by: [accounts.distribution])
        }
        return done.map { Self.outcome(of: $0.1) } ?? .failed("the anchor has no account")
    }

    private static func outcome(of submission: PracticeLedger.Submission) -> Outcome {
        switch submission {
        case .included(let record, _) where record.isSuccessful: return .done(record, balance: nil)
        case .included(let record, _): return .failed(words(ResultCodes(record.result)))
        case .refused(let result): return .failed(words(ResultCodes(result)))
        }
    }

    private static func words(_ codes: ResultCodes) -> String {
        ([codes.transaction] + codes.operations).map(\.rawValue).joined(separator: " ")
    }

    /// Refills the distribution account, which pays for new accounts and claimable balances in XLM.
    private func refill() async {
        let balance = await ledger.snapshot().state.accounts[accounts.distribution.id]?.balance ?? 0
        if balance < Self.leastBalance { _ = try? await ledger.fund(accounts.distribution.id) }
    }
}
