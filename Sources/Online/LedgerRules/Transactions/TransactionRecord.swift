// SPDX-License-Identifier: Apache-2.0

package import LedgerXDR
package import Stellar
package import StellarXDR

/// An applied transaction, successful or not.
package struct TransactionRecord: Hashable, Sendable {
    package let envelope: TransactionEnvelope
    package let hash: TransactionHash
    /// The hash of a fee bump's inner transaction, by which it is also found; otherwise equal to `hash`.
    package let innerHash: TransactionHash
    package let result: TransactionResult
    /// What the transaction changed, and its events.
    package let meta: TransactionMeta
    /// What charging the fee changed.
    package let feeChanges: LedgerEntryChanges
    /// What returning a part of the fee changed.
    package let refundChanges: LedgerEntryChanges
    /// The transaction's ledger, which contains no other transaction.
    package let ledger: UInt32
    /// The close time of that ledger, in seconds since 1970.
    package let time: UInt64

    package var isSuccessful: Bool { result.isSuccess }

    /// The results of the operations.
    package var operationResults: [OperationResult] { result.operations }
}
