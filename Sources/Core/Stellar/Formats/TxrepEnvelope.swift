// SPDX-License-Identifier: Apache-2.0

import StellarXDR

/// The union arms of an envelope whose names are omitted from field paths.
enum TxrepEnvelope {
    /// SEP-11's example predates the envelope union and says `tx.fee`. The same applies to both versions and to the
    /// inner transaction of a fee bump.
    static func leavesOutArm(_ value: Int32, of union: XDRLayout.Union) -> Bool {
        switch "\(union.name)" {
        case "TransactionEnvelope": union.arm(value)?.field.map { "\($0.name)" } != "feeBump"
        case "FeeBumpTransactionInnerTx": true
        default: false
        }
    }
}
