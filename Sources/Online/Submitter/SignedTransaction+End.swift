// SPDX-License-Identifier: Apache-2.0

import Journal
import Stellar
import StellarXDR
import TextCodec
import XDR

extension SignedTransaction {
    /// The first ledger that cannot take it any more, which the journal keeps only inside the envelope; nil for no such end.
    var maxLedger: Int64? {
        guard let bytes = try? Base64.decode(envelope), let decoded = try? TransactionEnvelope(xdr: bytes) else {
            return nil
        }
        return decoded.maxLedger
    }
}

extension TransactionEnvelope {
    /// The first ledger that cannot take it any more; nil for no such end.
    package var maxLedger: Int64? {
        let end = innermost.cond.extended?.ledgerBounds?.maxLedger ?? 0
        return end == 0 ? nil : Int64(end)
    }
}
