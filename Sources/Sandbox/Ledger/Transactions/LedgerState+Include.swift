// SPDX-License-Identifier: Apache-2.0

import Stellar
import StellarXDR
import XDR

/// Applies a transaction that was not rejected.
///
/// - Source: stellar-core `processFeeSeqNum` and `apply` of both transaction frames.
extension LedgerState {
    /// Charges the fee and uses the sequence number, then applies the operations, all or none.
    mutating func include(_ envelope: TransactionEnvelope, _ settings: Settings) -> TransactionResult {
        let before = self
        let transaction = envelope.innermost
        let count = transaction.operations.count
        let isBump = if case .feeBump = envelope.content { true } else { false }
        let fee = Validity.leastFee(operations: isBump ? count + 1 : count, baseFee: settings.baseFee)
        accounts[envelope.feeSource.account]?.balance -= fee
        useSequence(of: transaction, settings.moment)
        removeOneTimeSigners(of: envelope, settings.network)
        let (results, isSuccess) = applyOperations(of: transaction, settings)
        markChanges(since: before, settings.moment)

        guard isBump else {
            return TransactionResult(
                feeCharged: fee, result: isSuccess ? .txSuccess(results) : .txFailed(results), ext: .v0)
        }
        let inner = InnerTransactionResult(
            feeCharged: 0, result: isSuccess ? .txSuccess(results) : .txFailed(results), ext: .v0)
        let pair = InnerTransactionResultPair(
            transactionHash: transaction.hash(on: settings.network).hash, result: inner)
        return TransactionResult(
            feeCharged: fee, result: isSuccess ? .txFeeBumpInnerSuccess(pair) : .txFeeBumpInnerFailed(pair), ext: .v0)
    }

    private mutating func useSequence(of transaction: Transaction, _ moment: Validity.Moment) {
        let source = transaction.sourceAccount.account
        accounts[source]?.sequence = transaction.seqNum
        accounts[source]?.sequenceLedger = moment.ledger
        accounts[source]?.sequenceTime = moment.time
    }

    /// Removes signers that are pre-authorized hashes of the transaction, even if the transaction fails.
    private mutating func removeOneTimeSigners(of envelope: TransactionEnvelope, _ network: Network) {
        let transaction = envelope.innermost
        let sources = [transaction.sourceAccount] + transaction.operations.compactMap(\.sourceAccount)
        let spent = SignerKey.preAuthTx(transaction.hash(on: network).hash)
        for source in Set(sources.map(\.account)) { accounts[source]?.signers.removeAll { $0.key == spent } }
        let outer = SignerKey.preAuthTx(envelope.hash(on: network).hash)
        accounts[envelope.feeSource.account]?.signers.removeAll { $0.key == outer }
    }

    /// Applies every operation, even after a failed one, but keeps the changes only if all succeed.
    private mutating func applyOperations(
        of transaction: Transaction, _ settings: Settings
    ) -> (results: [OperationResult], isSuccess: Bool) {
        var trial = self
        let results = transaction.operations.enumerated().map { index, operation in
            let context = ApplyContext(
                source: (operation.sourceAccount ?? transaction.sourceAccount).account,
                ledger: settings.moment.ledger, time: settings.moment.time, rates: settings.rates,
                transactionSource: transaction.sourceAccount.account, transactionSequence: transaction.seqNum,
                index: UInt32(index))
            return trial.apply(operation.body, context)
        }
        let isSuccess = results.allSatisfy(\.isSuccess)
        if isSuccess { self = trial }
        return (results, isSuccess)
    }

    private mutating func markChanges(since before: LedgerState, _ moment: Validity.Moment) {
        for (id, account) in accounts {
            let old = before.accounts[id]
            guard old != account else { continue }
            accounts[id]?.modifiedLedger = moment.ledger
            accounts[id]?.modifiedTime = moment.time
            for (asset, line) in account.trustlines where old?.trustlines[asset] != line {
                accounts[id]?.trustlines[asset]?.modifiedLedger = moment.ledger
            }
        }
    }
}
