// SPDX-License-Identifier: Apache-2.0

package import StellarXDR

extension TransactionResult {
    /// Whether the transaction was applied and succeeded.
    package var isSuccess: Bool {
        switch result {
        case .txSuccess, .txFeeBumpInnerSuccess: true
        default: false
        }
    }

    /// The results of the operations, of the inner transaction in a fee bump; empty if none was checked.
    package var operations: [OperationResult] {
        switch result {
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
