// SPDX-License-Identifier: Apache-2.0

import SodiumKit
package import StellarXDR
import TextCodec
import XDR

extension ClaimableBalanceID {
    /// Parses `B…`; or the 72 hexadecimal digits of the id's XDR, as Horizon writes it; or the 64 digits of its hash, as many explorers
    /// show it: the eight digits before them are the type, of which there is one.
    package init(_ text: String) throws(StrKeyError) {
        if let bytes = Self.digits(text) {
            guard let id = (bytes.count == 32 ? Hash(bytes).map(Self.v0) : try? ClaimableBalanceID(xdr: bytes)) else {
                throw .badBalanceID
            }
            self = id
            return
        }
        guard case .claimableBalance(let hash) = try StrKey(text) else {
            throw .wrongKind(wanted: "a claimable balance, B...")
        }
        self = .v0(hash)
    }

    /// The bytes of a text that can only be meant as hexadecimal digits; no other address has a lower-case letter, 0, 1, 8 or 9.
    private static func digits(_ text: String) -> [UInt8]? {
        guard text.utf8.count >= 48, let bytes = try? Hex.decode(text) else { return nil }
        return bytes
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
