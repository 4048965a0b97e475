// SPDX-License-Identifier: Apache-2.0

import LedgerXDR
import StellarXDR

/// What applying a transaction did.
struct Inclusion {
    let result: TransactionResult
    let meta: TransactionMeta
    /// What charging the fee changed.
    let feeChanges: LedgerEntryChanges
    /// What returning a part of it changed.
    let refundChanges: LedgerEntryChanges
}
