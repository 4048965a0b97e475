// SPDX-License-Identifier: Apache-2.0

import LedgerXDR
import Stellar
import StellarXDR

/// Checks whether the network would accept a transaction.
///
/// - Source: stellar-core `checkValid` of both transaction frames, with the order of its checks.
extension LedgerState {
    /// Why the network would reject the transaction; nil if it would accept it.
    func rejection(of envelope: TransactionEnvelope, _ settings: Settings) -> Rejection? {
        switch envelope {
        case .txV0(let v0): rejection(of: TransactionV1Envelope(tx: v0.tx.v1, signatures: v0.signatures), settings)
        case .tx(let v1): rejection(of: v1, settings)
        case .txFeeBump(let bump): rejection(of: bump, settings)
        }
    }

    private func rejection(of bump: FeeBumpTransactionEnvelope, _ settings: Settings) -> Rejection? {
        if let rejection = Validity.feeRejection(of: bump.tx, baseFee: settings.baseFee) { return rejection }
        guard let payer = accounts[bump.tx.feeSource.account] else { return Rejection(.txNoAccount) }
        var checker = SignatureChecker(bump.signatures.elements, hash: bump.tx.hash(on: settings.network))
        guard checker.check(payer.allSigners, needed: Int(payer.thresholds.low)) else { return Rejection(.txBadAuth) }
        guard Self.available(payer) >= bump.tx.fee else { return Rejection(.txInsufficientBalance) }
        guard checker.unused.isEmpty else { return Rejection(.txBadAuthExtra) }
        return rejection(of: bump.tx.inner, settings, paysItself: false)?.inside
    }

    private func rejection(
        of envelope: TransactionV1Envelope, _ settings: Settings, paysItself: Bool = true
    ) -> Rejection? {
        let transaction = envelope.tx
        guard Validity.hasSoundResourceFee(transaction) else { return Rejection(.txMalformed) }
        let baseFee = paysItself ? settings.baseFee : nil
        if let rejection = Validity.headerRejection(of: transaction, baseFee: baseFee, at: settings.moment) {
            return rejection
        }
        if let call = ContractTransaction(envelope), !call.isSound { return Rejection(.txSorobanInvalid) }
        guard let source = accounts[transaction.sourceAccount.account] else { return Rejection(.txNoAccount) }
        guard source.takes(transaction, settings) else { return Rejection(.txBadSeq) }
        guard source.isOldEnough(for: transaction, settings.moment) else { return Rejection(.txBadMinSeqAgeOrGap) }
        var checker = SignatureChecker(envelope.signatures.elements, hash: transaction.hash(on: settings.network))
        guard checker.check(source.allSigners, needed: Int(source.thresholds.low)) else { return Rejection(.txBadAuth) }
        for signer in transaction.cond.extended?.extraSigners.elements ?? [] {
            guard checker.check([Signer(key: signer, weight: 1)], needed: 1) else { return Rejection(.txBadAuth) }
        }
        guard !paysItself || Self.available(source) >= Int64(transaction.fee) else {
            return Rejection(.txInsufficientBalance)
        }
        for (index, operation) in transaction.operations.enumerated() {
            if let fault = fault(in: operation, of: transaction, settings, &checker) {
                return Rejection(operation: index, fault)
            }
        }
        return checker.unused.isEmpty ? nil : Rejection(.txBadAuthExtra)
    }

    private func fault(
        in operation: Operation, of transaction: Transaction, _ settings: Settings,
        _ checker: inout SignatureChecker
    ) -> OperationFault? {
        guard operation.body.isSupported else { return .notSupported }
        let id = (operation.sourceAccount ?? transaction.sourceAccount).account
        if let source = accounts[id] {
            let weight = Int(source.thresholds.weight(for: operation.threshold))
            guard checker.check(source.allSigners, needed: weight) else { return .badAuth }
        } else {
            // An earlier operation may create the account, whose own key then authorizes this operation.
            guard operation.sourceAccount != nil else { return .noAccount }
            guard checker.check([Signer(key: .ed25519(id.key), weight: 1)], needed: 0) else { return .badAuth }
        }
        if case .extendFootprintTtl(let op) = operation.body, !settings.lifetimes.allow(extensionTo: op.extendTo) {
            return .malformed
        }
        return Validity.fault(in: operation, of: transaction)
    }
}

extension Rejection {
    /// The result that the network returns.
    ///
    /// - Parameters:
    ///   - transaction: the innermost transaction. The network stops at the first operation that it rejects, and
    ///     reports success for those after it, although it did not check them.
    ///   - fee: the fee reported as charged, in stroops; replaced by the needed fee if the fee is too low.
    ///   - innerHash: the hash of a fee bump's inner transaction.
    func result(of transaction: Transaction, fee: Int64, innerHash: Hash) -> TransactionResult {
        var results = transaction.operations.map { OperationResult.success($0.type) }
        if let operation, let fault {
            results[operation] = .failure(transaction.operations[operation].type, fault.rawValue)
        }
        let fee = neededFee ?? fee
        guard isInner else { return TransactionResult(feeCharged: fee, result: .rejected(code, results), ext: .v0) }
        let inner = InnerTransactionResult(feeCharged: 0, result: .rejected(code, results), ext: .v0)
        let pair = InnerTransactionResultPair(transactionHash: innerHash, result: inner)
        return TransactionResult(feeCharged: fee, result: .txFeeBumpInnerFailed(pair), ext: .v0)
    }
}

extension XDRCodable {
    /// The result union with this code; it includes the operations' results if an operation is at fault.
    fileprivate static func rejected(_ code: TransactionResultCode, _ results: [OperationResult]) -> Self {
        let details = code == .txFailed ? UInt32(results.count).xdr + results.flatMap(\.xdr) : []
        guard let result = try? Self(xdr: code.xdr + details) else { preconditionFailure("\(code) is no rejection") }
        return result
    }
}

extension Account {
    /// Whether the transaction's sequence number is the next one, or allowed by its preconditions.
    fileprivate func takes(_ transaction: Transaction, _ settings: Settings) -> Bool {
        let wanted = transaction.seqNum
        guard wanted != settings.startingSequence else { return false }
        if let least = transaction.cond.extended?.minSeqNum { return least <= sequence && sequence < wanted }
        return sequence < .max && sequence + 1 == wanted
    }

    /// Whether the sequence number is as old as the transaction requires.
    fileprivate func isOldEnough(for transaction: Transaction, _ moment: Validity.Moment) -> Bool {
        guard let conditions = transaction.cond.extended else { return true }
        let (time, isTooLong) = moment.time.subtractingReportingOverflow(conditions.minSeqAge)
        let (ledger, isTooFar) = moment.ledger.subtractingReportingOverflow(conditions.minSeqLedgerGap)
        return !isTooLong && !isTooFar && time >= sequenceTime && ledger >= sequenceLedger
    }
}
