// SPDX-License-Identifier: Apache-2.0

package import StellarXDR
import XDR

extension TransactionEnvelope {
    /// A version 0 envelope converted to version 1, which has the same hash and keeps its signatures; any other
    /// envelope unchanged.
    package var asVersion1: TransactionEnvelope {
        guard case .txV0(let old) = self else { return self }
        return .tx(TransactionV1Envelope(tx: old.tx.v1, signatures: old.signatures))
    }
}
