// SPDX-License-Identifier: Apache-2.0

package import Stellar
package import StellarXDR

/// A deposit or withdrawal through an anchor, and its current step. It holds no token, no customer data and no URL of
/// an anchor's page, which may contain either.
package struct RecordedTransfer: Hashable, Sendable {
    /// The next step.
    package enum Step: String, CaseIterable, Sendable {
        /// Provide the customer data that the anchor requires.
        case customer
        case fee
        case summary
        /// Being sent to the anchor, or interrupted while it was: whether the anchor has it is unknown.
        case sending
        /// The anchor has it.
        case begun
    }

    /// The journal's number; 0 before it is saved.
    package var number: Int64 = 0
    package let network: Network
    package let homeDomain: String
    /// The account, and the memo that identifies a user of a shared account.
    package let account: MuxedAccount
    package let memo: String?
    package let kind: TransferKind
    package var `protocol`: TransferProtocol
    /// `CODE:ISSUER` or `native`; a code alone when the issuer was not known for certain.
    package var asset: String
    package var amount: String?
    package var method: String?
    package var otherAsset: String?
    package var quoteID: String?
    /// The memo of the anchor's own payment, as on the command line.
    package var paymentMemo: String?
    package var takesClaimableBalances = false
    /// The names of additional fields, comma-separated; their values are not stored.
    package var fields: String?
    package var step: Step = .customer
    /// The anchor's id of it, once begun; also nil when the anchor assigned none.
    package var transferID: String?
    /// The anchor's status at the last query.
    package var status: TransferStatus?
    package var created: Int64 = 0
    package var changed: Int64 = 0

    package init(
        network: Network, homeDomain: String, account: MuxedAccount, memo: String?, kind: TransferKind,
        protocol: TransferProtocol, asset: String
    ) {
        self.network = network
        self.homeDomain = homeDomain
        self.account = account
        self.memo = memo
        self.kind = kind
        self.protocol = `protocol`
        self.asset = asset
    }
}
