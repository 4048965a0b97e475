// SPDX-License-Identifier: Apache-2.0

package import StellarXDR
import XDR

extension TransactionEnvelope {
    /// An unsigned fee bump around this transaction, whose signatures stay. A version 0 envelope becomes the version 1 that the
    /// network makes of it: same hash, so its signatures hold.
    ///
    /// - Parameters:
    ///   - feeSource: who pays.
    ///   - fee: the most that is paid in all, in stroops; see `Validity.feeRefusal` for what is too little.
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
