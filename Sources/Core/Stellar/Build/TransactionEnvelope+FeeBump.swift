// SPDX-License-Identifier: Apache-2.0

package import StellarXDR
import XDR

extension TransactionEnvelope {
    /// An unsigned fee bump around this transaction, which keeps its signatures. A version 0 envelope is converted to
    /// version 1, as the network does: the hash is the same, so the signatures remain valid.
    ///
    /// - Parameters:
    ///   - feeSource: the account that pays.
    ///   - fee: the maximum total fee, in stroops; see `Validity.feeRefusal` for the minimum.
    /// - Throws: `.isFeeBump` for a fee bump, which cannot be inside another.
    package func feeBump(by feeSource: MuxedAccount, fee: Int64) throws(DraftError) -> TransactionEnvelope {
        let inner: TransactionV1Envelope
        switch self {
        case .txV0(let old): inner = TransactionV1Envelope(tx: old.tx.v1, signatures: old.signatures)
        case .tx(let envelope): inner = envelope
        case .txFeeBump: throw .isFeeBump
        }
        let bump = FeeBumpTransaction(feeSource: feeSource, fee: fee, innerTx: .tx(inner), ext: .v0)
        return .txFeeBump(FeeBumpTransactionEnvelope(tx: bump, signatures: BoundedArray()))
    }
}
