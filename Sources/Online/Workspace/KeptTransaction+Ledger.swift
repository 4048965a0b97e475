// SPDX-License-Identifier: Apache-2.0

import Codec
package import Journal
package import LedgerAPI
package import Stellar
import StellarXDR

extension KeptTransaction {
    package init(_ transaction: LedgerTransaction) {
        self.init(
            at: LedgerPlace(token: transaction.token), hash: transaction.hash,
            time: Int64(clamping: transaction.time.seconds), isSuccessful: transaction.isSuccessful,
            envelope: Base64.encode(transaction.transaction.envelope.xdr), result: transaction.resultXDR,
            meta: transaction.metaXDR)
    }
}

extension LedgerTransaction {
    /// Nil if its envelope cannot be read, or has another hash.
    package init?(_ kept: KeptTransaction, on network: Network) {
        self.init(
            hash: kept.hash, envelope: kept.envelope, result: kept.result, meta: kept.meta,
            isSuccessful: kept.isSuccessful, token: kept.place.token, time: Timestamp(UInt64(clamping: kept.time)),
            on: network)
    }
}
