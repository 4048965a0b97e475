// SPDX-License-Identifier: Apache-2.0

import Stellar
import StellarXDR

/// The input of rules about an operation.
package struct OperationContext: Sendable {
    let transaction: TransactionContext
    let operation: Operation

    var body: OperationBody { operation.body }
    /// The operation's own source, or the transaction's.
    var source: MuxedAccount { operation.sourceAccount ?? transaction.transaction.sourceAccount }
    var book: Book { transaction.input.book }
}
