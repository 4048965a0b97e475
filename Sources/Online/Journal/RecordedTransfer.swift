// SPDX-License-Identifier: Apache-2.0

/// A deposit or withdrawal through an anchor, and the step at which it stands. It holds no token, no customer data and no address of
/// an anchor's page, in which there may be either.
package struct RecordedTransfer: Hashable, Sendable {
    /// What is to be done next.
    package enum Step: String, CaseIterable, Sendable {
        /// What the anchor wants to know of the customer.
        case customer
        case fee
        case summary
        /// It is on its way to the anchor, or was when the program died: whether the anchor has it is not known.
        case sending
        /// The anchor has it.
        case begun
    }

    /// The journal's own; 0 before it is kept.
    package var number: Int64 = 0
    package let networkPassphrase: String
    package let homeDomain: String
    /// `G…` or `M…`, and the number of a user of a shared account.
    package let account: String
    package let memo: String?
    /// `deposit` or `withdrawal`.
    package let kind: String
    /// `sep6` or `sep24`.
    package var `protocol`: String
    /// `CODE:ISSUER` or `native`; a code alone where nobody knew for certain who issues it.
    package var asset: String
    package var amount: String?
    package var method: String?
    package var otherAsset: String?
    package var quoteID: String?
    /// Of the anchor's own payment, as on the command line.
    package var paymentMemo: String?
    package var takesClaimableBalances = false
    /// Names of further fields that were given for it, comma-separated; their values are kept nowhere.
    package var fields: String?
    package var step: Step = .customer
    /// The anchor's id of it, once it is begun; nil as well where the anchor gave none.
    package var transferID: String?
    /// The anchor's word for where it stands, when it was asked last.
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
