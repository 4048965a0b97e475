// SPDX-License-Identifier: Apache-2.0

import XDR

/// The arms of an envelope whose name does not stand in front of its fields.
enum TxrepEnvelope {
    /// SEP-11's example is from before envelopes were a union: it says `tx.fee`, and the same goes for both versions and for the
    /// inner transaction of a fee bump.
    static func leavesOutArm(_ value: Int32, of union: XDRLayout.Union) -> Bool {
        switch "\(union.name)" {
        case "TransactionEnvelope": union.arm(value)?.field.map { "\($0.name)" } != "feeBump"
        case "FeeBumpTransactionInnerTx": true
        default: false
        }
    }
}
