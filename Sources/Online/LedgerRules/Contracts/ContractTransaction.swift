// SPDX-License-Identifier: Apache-2.0

import Stellar
import StellarXDR

/// A transaction whose only operation calls a contract.
struct ContractTransaction {
    let call: InvokeContractArgs
    let authorization: [SorobanAuthorizationEntry]
    let data: SorobanTransactionData
    /// The source of the operation.
    let source: AccountID
    /// The size of the transaction in its envelope, in bytes.
    let size: Int

    /// Nil for other transactions.
    init?(_ envelope: TransactionV1Envelope) {
        let transaction = envelope.tx
        guard transaction.operations.count == 1, case .v1(let data) = transaction.ext,
            case .invokeHostFunction(let operation) = transaction.operations[0].body,
            case .invokeContract(let call) = operation.hostFunction
        else { return nil }
        self.call = call
        authorization = operation.auth
        self.data = data
        source = (transaction.operations[0].sourceAccount ?? transaction.sourceAccount).account
        size = TransactionEnvelope.tx(envelope).xdr.count
    }

    /// The part of the resource fee that is not returned, in stroops.
    var nonRefundableFee: Int64 { ResourceFee.nonRefundable(data.resources, transactionSize: size) }

    /// Whether the declared resources are within the network's limits, and the resource fee covers them.
    var isSound: Bool {
        ResourceLimits.allows(data.resources, transactionSize: size) && nonRefundableFee <= data.resourceFee
    }
}

extension TransactionEnvelope {
    /// The envelope of the transaction whose operations are executed, as version 1.
    var innermostEnvelope: TransactionV1Envelope {
        switch self {
        case .txV0(let v0): TransactionV1Envelope(tx: v0.tx.v1, signatures: v0.signatures)
        case .tx(let v1): v1
        case .txFeeBump(let bump): bump.tx.inner
        }
    }
}
