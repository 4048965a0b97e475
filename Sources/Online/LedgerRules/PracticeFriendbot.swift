// SPDX-License-Identifier: Apache-2.0

import Crypto
import Stellar
package import StellarXDR

/// Funds practice accounts, from an account whose key no one has and whose signer is a hash with a known preimage.
///
/// Its payments are therefore ordinary signed transactions, and need no secret key.
package enum PracticeFriendbot {
    /// The amount that an account gets, in stroops: 10,000 units.
    package static let gift: Int64 = 100_000_000_000
    /// The friendbot's initial balance, in stroops.
    static let fortune: Int64 = 100_000_000_000_000_000

    private static let preimage = Array("coldstar-sandbox friendbot".utf8)
    private static let digest = Uint256(sha256: preimage)
    package static let account = AccountID.ed25519(Uint256(sha256: digest.bytes))

    /// The friendbot's account in the first ledger.
    static func entry(sequence: SequenceNumber) -> Account {
        var entry = Account(account, balance: fortune, sequence: sequence)
        entry.masterWeight = 0
        entry.signers = [Signer(key: .hashX(digest), weight: 1)]
        return entry
    }

    /// The signed transaction that creates an account, or pays an existing one.
    static func envelope(to id: AccountID, exists: Bool, sequence: SequenceNumber, fee: UInt32) -> TransactionEnvelope {
        let body: OperationBody =
            exists
            ? .payment(PaymentOp(destination: MuxedAccount(id), asset: .native, amount: gift))
            : .createAccount(CreateAccountOp(destination: id, startingBalance: gift))
        let transaction = Transaction(
            sourceAccount: MuxedAccount(account), fee: fee, seqNum: sequence, cond: .none, memo: .none,
            operations: BoundedArray([Operation(sourceAccount: nil, body: body)]) ?? BoundedArray(), ext: .v0)
        let signature = DecoratedSignature(
            hint: SignerKey.hashX(digest).hint, signature: Signature(preimage) ?? Signature())
        return .tx(
            TransactionV1Envelope(tx: transaction, signatures: BoundedArray([signature]) ?? BoundedArray()))
    }
}
