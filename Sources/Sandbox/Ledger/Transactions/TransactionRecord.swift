// SPDX-License-Identifier: Apache-2.0
package import Stellar
package import StellarXDR

/// A transaction that is in a ledger, successful or not.
package struct TransactionRecord: Hashable, Sendable {
    package let envelope: TransactionEnvelope
    package let hash: TransactionHash
    /// The hash of a fee bump's inner transaction, under which it is found too; the same as `hash` for others.
    package let innerHash: TransactionHash
    package let result: TransactionResult
    /// Its ledger, which holds no other.
    package let ledger: UInt32
    /// The close time of that ledger, in seconds since 1970.
    package let time: UInt64

    package var isSuccessful: Bool {
        switch result.result {
        case .txSuccess, .txFeeBumpInnerSuccess: true
        default: false
        }
    }

    /// The results of the operations.
    package var operationResults: [OperationResult] {
        switch result.result {
        case .txSuccess(let results), .txFailed(let results): results
        case .txFeeBumpInnerSuccess(let pair), .txFeeBumpInnerFailed(let pair):
            switch pair.result.result {
            case .txSuccess(let results), .txFailed(let results): results
            default: []
            }
        default: []
        }
    }
}
