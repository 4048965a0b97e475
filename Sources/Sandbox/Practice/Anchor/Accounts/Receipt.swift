// SPDX-License-Identifier: Apache-2.0

import LedgerRules
import Stellar
import StellarXDR

/// A payment that the anchor received, with the memo that identifies its transfer.
struct Receipt: Hashable, Sendable {
    let payer: MuxedAccount
    let asset: Asset
    let amount: Amount
    let memo: Memo
    let hash: TransactionHash
    /// The close time of its ledger, in seconds since 1970.
    let time: UInt64

    /// The payments to an account in a transaction.
    static func all(in record: TransactionRecord, to account: MuxedAccount) -> [Receipt] {
        guard record.isSuccessful else { return [] }
        let transaction = record.envelope.innermost
        return zip(transaction.operations, record.operationResults).compactMap { operation, result in
            guard let (destination, asset, amount) = arrival(operation.body, result), destination == account else {
                return nil
            }
            return Receipt(
                payer: operation.sourceAccount ?? transaction.sourceAccount, asset: asset,
                amount: Amount(stroops: amount), memo: transaction.memo, hash: record.hash, time: record.time)
        }
    }

    private static func arrival(_ body: OperationBody, _ result: OperationResult) -> (MuxedAccount, Asset, Int64)? {
        switch (body, result) {
        case (.payment(let op), _): (op.destination, op.asset, op.amount)
        case (.pathPaymentStrictReceive(let op), _): (op.destination, op.destAsset, op.destAmount)
        case (.pathPaymentStrictSend(let op), .opInner(.pathPaymentStrictSend(.success(let done)))):
            (op.destination, op.destAsset, done.last.amount)
        default: nil
        }
    }
}
