// SPDX-License-Identifier: Apache-2.0

package import StellarXDR
import XDR

extension TransactionEnvelope {
    /// A transaction of version 0 as version 1, which has the same hash and so the same signatures; anything else as it is.
    package var asVersion1: TransactionEnvelope {
        guard case .txV0(let old) = self else { return self }
        return .tx(TransactionV1Envelope(tx: old.tx.v1, signatures: old.signatures))
    }
}
