// SPDX-License-Identifier: Apache-2.0

import Journal
import Stellar
import StellarXDR
import TextCodec
import XDR

extension SignedTransaction {
    /// Whether its validity ends with a ledger of a certain number, which the journal keeps only inside the envelope.
    var endsWithLedger: Bool {
        guard let bytes = try? Base64.decode(envelope), let decoded = try? TransactionEnvelope(xdr: bytes) else {
            return false
        }
        return decoded.innermost.cond.extended?.ledgerBounds.map { $0.maxLedger != 0 } ?? false
    }
}
