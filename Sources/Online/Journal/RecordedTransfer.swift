// SPDX-License-Identifier: Apache-2.0

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
    package let networkPassphrase: String
    package let homeDomain: String
    /// The account, `G…` or `M…`, and the memo that identifies a user of a shared account.
    package let account: String
    package let memo: String?
    /// `deposit` or `withdrawal`.
    package let kind: String
    /// `sep6` or `sep24`.
    package var `protocol`: String
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
    package var status: String?
    package var created: Int64 = 0
    package var changed: Int64 = 0

    package init(
        networkPassphrase: String, homeDomain: String, account: String, memo: String?, kind: String,
        protocol: String, asset: String
    ) {
        self.networkPassphrase = networkPassphrase
        self.homeDomain = homeDomain
        self.account = account
        self.memo = memo
        self.kind = kind
        self.protocol = `protocol`
        self.asset = asset
    }
}
