// SPDX-License-Identifier: Apache-2.0

import LedgerXDR
import Stellar
import StellarXDR

/// Applies a transaction that was not rejected.
///
/// - Source: stellar-core `processFeeSeqNum` and `apply` of both transaction frames.
extension LedgerState {
    /// Charges the fee and uses the sequence number, then applies the operations, all or none, and returns what is left
    /// of the fee for a contract call's resources.
    mutating func include(_ envelope: TransactionEnvelope, _ settings: Settings) -> Inclusion {
        let before = self
        let transaction = envelope.innermost
        let contractTransaction = ContractTransaction(envelope.innermostEnvelope)
        let payer = envelope.feeSource.account
        let fee = Self.inclusionFee(of: envelope, settings) + (contractTransaction?.data.resourceFee ?? 0)
        accounts[payer]?.balance -= fee
        let charged = self
        useSequence(of: transaction, settings.moment)
        removeOneTimeSigners(of: envelope, settings.network)
        let ready = self
        let operations =
            if let contractTransaction { applyCall(contractTransaction, settings) } else {
                applyOperations(of: transaction, settings)
            }
        let applied = self
        let refund = operations.call?.refund ?? 0
        accounts[payer]?.balance += refund

        let ledger = settings.moment.ledger
        let meta = TransactionMetaV4(
            ext: .v0, txChangesBefore: LedgerEntryChanges(ready.changes(since: charged), in: ledger),
            operations: operations.metas, txChangesAfter: [], sorobanMeta: operations.call?.meta,
            events: Self.feeEvents(fee, refund: refund, payer, settings.network),
            diagnosticEvents: operations.call?.execution.diagnostics ?? [])
        let inclusion = Inclusion(
            result: Self.result(of: envelope, operations, fee: fee - refund, settings), meta: .v4(meta),
            feeChanges: LedgerEntryChanges(charged.changes(since: before), in: ledger),
            refundChanges: LedgerEntryChanges(refund > 0 ? changes(since: applied) : [], in: ledger))
        markChanges(since: before, settings)
        return inclusion
    }

    /// The fee apart from that for a contract call's resources.
    private static func inclusionFee(of envelope: TransactionEnvelope, _ settings: Settings) -> Int64 {
        let isBump = if case .feeBump = envelope.content { true } else { false }
        let count = envelope.innermost.operations.count + (isBump ? 1 : 0)
        return Validity.leastFee(operations: count, baseFee: settings.baseFee)
    }

    private static func result(
        of envelope: TransactionEnvelope, _ operations: AppliedOperations, fee: Int64, _ settings: Settings
    ) -> TransactionResult {
        let (results, isSuccess) = (operations.results, operations.isSuccess)
        guard case .feeBump = envelope.content else {
            return TransactionResult(
                feeCharged: fee, result: isSuccess ? .txSuccess(results) : .txFailed(results), ext: .v0)
        }
        let inner = InnerTransactionResult(
            feeCharged: 0, result: isSuccess ? .txSuccess(results) : .txFailed(results), ext: .v0)
        let pair = InnerTransactionResultPair(
            transactionHash: envelope.innermost.hash(on: settings.network).hash, result: inner)
        return TransactionResult(
            feeCharged: fee, result: isSuccess ? .txFeeBumpInnerSuccess(pair) : .txFeeBumpInnerFailed(pair), ext: .v0)
    }

    /// The events of the native asset's contract for the fee and what is returned of it (CAP-67).
    private static func feeEvents(
        _ fee: Int64, refund: Int64, _ payer: AccountID, _ network: Network
    ) -> [TransactionEvent] {
        let contract = Asset.native.contract(on: network)
        func event(_ stage: TransactionEventStage, _ amount: Int64) -> TransactionEvent {
            let body = ContractEventBodyV0(
                topics: [.name("fee"), .address(.account(payer))], data: .amount(Int128(amount)))
            return TransactionEvent(
                stage: stage, event: ContractEvent(ext: .v0, contractID: contract, type: .contract, body: .v0(body)))
        }
        return [event(.beforeAllTxs, fee)]
            + (refund > 0 ? [event(.afterAllTxs, -refund)] : [])
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
    private mutating func applyOperations(of transaction: Transaction, _ settings: Settings) -> AppliedOperations {
        var trial = self
        var results: [OperationResult] = []
        var metas: [OperationMetaV2] = []
        for (index, operation) in transaction.operations.enumerated() {
            let before = trial
            let context = ApplyContext(
                source: (operation.sourceAccount ?? transaction.sourceAccount).account,
                ledger: settings.moment.ledger, time: settings.moment.time, rates: settings.rates,
                transactionSource: transaction.sourceAccount.account, transactionSequence: transaction.seqNum,
                index: UInt32(index))
            let result = trial.apply(operation.body, context)
            results.append(result)
            guard result.isSuccess else { continue }
            let changes = LedgerEntryChanges(trial.changes(since: before), in: settings.moment.ledger)
            let events = ClassicEvents(
                of: operation.body, by: context.source, result, before: before, memo: transaction.memo,
                on: settings.network)
            metas.append(OperationMetaV2(ext: .v0, changes: changes, events: events.events))
        }
        guard results.allSatisfy(\.isSuccess) else { return AppliedOperations(results: results, metas: []) }
        self = trial
        return AppliedOperations(results: results, metas: metas)
    }

    /// Applies the operation of contracts; unless it succeeds, nothing changes.
    private mutating func applyCall(_ transaction: ContractTransaction, _ settings: Settings) -> AppliedOperations {
        guard accounts[transaction.source] != nil else { return AppliedOperations(results: [.opNoAccount], metas: []) }
        let ledger = HostLedger(settings)
        let state = self
        let execution = transaction.run(in: ledger, read: state.entry)
        let call = AppliedCall(transaction, execution, in: ledger.sequence)
        let results = [call.result]
        guard call.isSuccess else { return AppliedOperations(results: results, metas: [], call: call) }
        for change in execution.changes { make(change) }
        let meta = OperationMetaV2(
            ext: .v0, changes: LedgerEntryChanges(execution.changes, in: ledger.sequence), events: execution.events)
        return AppliedOperations(results: results, metas: [meta], call: call)
    }

    /// Notes when accounts changed, and gives new assets their contracts.
    private mutating func markChanges(since before: LedgerState, _ settings: Settings) {
        let moment = settings.moment
        for (id, account) in accounts {
            let old = before.accounts[id]
            guard old != account else { continue }
            accounts[id]?.modifiedLedger = moment.ledger
            accounts[id]?.modifiedTime = moment.time
            for (asset, line) in account.trustlines where old?.trustlines[asset] != line {
                accounts[id]?.trustlines[asset]?.modifiedLedger = moment.ledger
            }
            addContracts(of: account.trustlines.keys, HostLedger(settings))
        }
    }
}

/// What applying a transaction did.
struct Inclusion {
    let result: TransactionResult
    let meta: TransactionMeta
    /// What charging the fee changed.
    let feeChanges: LedgerEntryChanges
    /// What returning a part of it changed.
    let refundChanges: LedgerEntryChanges
}

/// The outcome of a transaction's operations.
struct AppliedOperations {
    let results: [OperationResult]
    /// What each operation changed; empty unless all succeeded.
    let metas: [OperationMetaV2]
    /// The only operation, if it is one of contracts.
    var call: AppliedCall?

    var isSuccess: Bool { results.allSatisfy(\.isSuccess) }
}
