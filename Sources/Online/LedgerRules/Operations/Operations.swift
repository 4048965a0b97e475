// SPDX-License-Identifier: Apache-2.0

import LedgerXDR
import Stellar
import StellarXDR

extension OperationBody {
    /// Whether the practice network supports the operation; others fail with `op_not_supported`, as inflation does on
    /// every network since protocol 12. Its ledger has no offers of accounts, no pools and no sponsorships.
    var isSupported: Bool {
        let facts = facts
        if case .poolShare? = facts.trust { return false }
        return facts.offer == nil && facts.pool == nil && facts.sponsorship == nil && discriminant != .inflation
    }
}

extension LedgerState {
    /// Applies one operation that has passed the form check; unless it succeeds, nothing changes.
    ///
    /// - Source: stellar-core `doApply` of each operation, with the order of its checks.
    mutating func apply(_ body: OperationBody, _ context: ApplyContext) -> OperationResult {
        guard accounts[context.source] != nil else { return .opNoAccount }
        let before = self
        let result: OperationResult
        do throws(OuterResultError) { result = try outcome(body, context) } catch { result = error.result }
        if !result.isSuccess { self = before }
        return result
    }

    private mutating func outcome(
        _ body: OperationBody, _ context: ApplyContext
    ) throws(OuterResultError) -> OperationResult {
        switch body {
        case .createAccount(let op): .opInner(.createAccount(create(op, context)))
        case .payment(let op): .opInner(.payment(pay(op, context)))
        case .pathPaymentStrictReceive(let op): .opInner(.pathPaymentStrictReceive(pay(op, context)))
        case .pathPaymentStrictSend(let op): .opInner(.pathPaymentStrictSend(pay(op, context)))
        case .setOptions(let op): .opInner(.setOptions(try setOptions(op, context)))
        case .changeTrust(let op): .opInner(.changeTrust(try changeTrust(op, context)))
        case .allowTrust(let op): .opInner(.allowTrust(allowTrust(op, context)))
        case .accountMerge(let destination): .opInner(.accountMerge(merge(into: destination.account, context)))
        case .manageData(let op): .opInner(.manageData(try manageData(op, context)))
        case .bumpSequence(let op): .opInner(.bumpSequence(bumpSequence(op, context)))
        case .createClaimableBalance(let op): .opInner(.createClaimableBalance(createBalance(op, context)))
        case .claimClaimableBalance(let op): .opInner(.claimClaimableBalance(claim(op.balanceID, context)))
        case .clawback(let op): .opInner(.clawback(clawBack(op, context)))
        case .clawbackClaimableBalance(let op):
            .opInner(.clawbackClaimableBalance(clawBack(op.balanceID, context)))
        case .setTrustLineFlags(let op): .opInner(.setTrustLineFlags(setTrustLineFlags(op, context)))
        // The practice network has no order books, pools and sponsorships; those of contracts are applied apart.
        default:
            .opNotSupported
        }
    }

    /// Changes the operation's source account.
    mutating func updateSource(_ context: ApplyContext, _ change: (inout Account) -> Void) {
        guard var account = accounts[context.source] else { preconditionFailure("checked before the operation") }
        change(&account)
        accounts[context.source] = account
    }

    /// The operation's source account.
    func source(_ context: ApplyContext) -> Account {
        guard let account = accounts[context.source] else { preconditionFailure("checked before the operation") }
        return account
    }
}

/// What an operation needs to know besides the accounts.
struct ApplyContext {
    /// The operation's own source account, which exists.
    let source: AccountID
    /// The sequence number of the ledger being closed.
    let ledger: UInt32
    /// Its close time, in seconds since 1970.
    let time: UInt64
    let rates: ExchangeRates
    let transactionSource: AccountID
    let transactionSequence: SequenceNumber
    /// The operation's index in its transaction, from 0.
    let index: UInt32

    /// The starting sequence number of an account created in this ledger.
    var startingSequence: SequenceNumber { SequenceNumber(ledger) << 32 }
}

/// An operation failure that is not specific to its type, so that the result reports it outside of the type's own
/// result.
enum OuterResultError: Error {
    case tooManySubentries

    var result: OperationResult {
        switch self {
        case .tooManySubentries: .opTooManySubentries
        }
    }
}
