// SPDX-License-Identifier: Apache-2.0

import SodiumKit
package import StellarXDR
import TextCodec
import XDR

extension ClaimableBalanceID {
    /// Parses `B…`, or the 72 hexadecimal digits of the id's XDR, as Horizon writes it.
    package init(_ text: String) throws(StrKeyError) {
        if text.utf8.count == 72, let bytes = try? Hex.decode(text), let id = try? ClaimableBalanceID(xdr: bytes) {
            self = id
            return
        }
        guard case .claimableBalance(let hash) = try StrKey(text) else {
            throw .wrongKind(wanted: "a claimable balance, B...")
        }
        self = .v0(hash)
    }

    /// The id of the claimable balance that an operation creates.
    ///
    /// - Source: stellar-core `CreateClaimableBalanceOpFrame`; the account is the transaction's source, not the
    ///   operation's.
    package init(createdBy transaction: Transaction, operation index: Int) {
        let preimage = HashIDPreimage.opId(
            HashIDPreimageOperationId(
                sourceAccount: transaction.sourceAccount.account, seqNum: transaction.seqNum, opNum: UInt32(index)))
        self = .v0(Hash(sha256: preimage.xdr))
    }
}
