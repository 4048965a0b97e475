// SPDX-License-Identifier: Apache-2.0

import Codec
import Journal
import Stellar
import StellarXDR

extension SignedTransaction {
    /// The exclusive upper ledger bound, which the journal keeps only in the envelope; nil for none.
    var maxLedger: Int64? {
        guard let bytes = try? Base64.decode(envelope), let decoded = try? TransactionEnvelope(xdr: bytes) else {
            return nil
        }
        return decoded.maxLedger
    }
}

extension TransactionEnvelope {
    /// The exclusive upper ledger bound: the first ledger that cannot apply it; nil for none.
    package var maxLedger: Int64? {
        let end = innermost.cond.extended?.ledgerBounds?.maxLedger ?? 0
        return end == 0 ? nil : Int64(end)
    }
}
