// SPDX-License-Identifier: Apache-2.0

import LedgerXDR
import Stellar
import StellarXDR

/// The outcome of a transaction's operations.
struct AppliedOperations {
    let results: [OperationResult]
    /// What each operation changed; empty unless all succeeded.
    let metas: [OperationMetaV2]
    /// The only operation, if it calls a contract.
    var call: AppliedCall?

    var isSuccess: Bool { results.allSatisfy(\.isSuccess) }
}
