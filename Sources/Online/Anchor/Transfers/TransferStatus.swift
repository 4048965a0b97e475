// SPDX-License-Identifier: Apache-2.0

/// The status of a deposit or withdrawal.
///
/// - Source: SEP-6 and SEP-24 §Transaction history, `status`.
package enum TransferStatus: String, CaseIterable, Sendable {
    case incomplete
    case pendingUserTransferStart = "pending_user_transfer_start"
    case pendingUserTransferComplete = "pending_user_transfer_complete"
    case pendingExternal = "pending_external"
    case pendingAnchor = "pending_anchor"
    case onHold = "on_hold"
    case pendingStellar = "pending_stellar"
    case pendingTrust = "pending_trust"
    case pendingUser = "pending_user"
    case pendingCustomerInfoUpdate = "pending_customer_info_update"
    case pendingTransactionInfoUpdate = "pending_transaction_info_update"
    case completed, refunded, expired, error
    case noMarket = "no_market"
    case tooSmall = "too_small"
    case tooLarge = "too_large"

    /// Whether the status is final.
    package var isFinal: Bool {
        switch self {
        case .completed, .refunded, .expired, .error, .noMarket, .tooSmall, .tooLarge: true
        default: false
        }
    }

    /// The meaning of the status, and what to do next.
    package func meaning(of kind: TransferKind) -> String {
        switch (self, kind) {
        case (.incomplete, _): "the anchor still needs details: open its page and complete them"
        case (.pendingUserTransferStart, .deposit): "the anchor waits for your money: pay it as it says"
        case (.pendingUserTransferStart, .withdrawal):
            "the anchor waits for your payment: coldstar-build withdrawal makes exactly this one"
        case (.pendingUserTransferComplete, .deposit): "the anchor has your money and is about to send the asset"
        case (.pendingUserTransferComplete, .withdrawal): "the money is ready: fetch it as the anchor says"
        case (.pendingExternal, _): "on its way outside the network, at a bank for example"
        case (.pendingAnchor, _): "the anchor is at work; nothing is needed"
        case (.onHold, _): "the anchor holds it back to check it; nothing is needed unless it asks"
        case (.pendingStellar, _): "sent on the network, and not yet in a ledger"
        case (.pendingTrust, _): "the account needs a trustline for the asset: coldstar-build trust add"
        case (.pendingUser, _): "you have to do something that the anchor names"
        case (.pendingCustomerInfoUpdate, _):
            "the anchor needs more about you: coldstar-submit anchor customer get, then put"
        case (.pendingTransactionInfoUpdate, _): "the anchor needs corrected details of this transfer"
        case (.completed, _): "done"
        case (.refunded, _): "the anchor gave the money back"
        case (.expired, _): "it was never completed, and no longer counts: send nothing for it"
        case (.error, _): "it failed; the anchor's support knows more"
        case (.noMarket, _): "there was no exchange for the assets"
        case (.tooSmall, _): "the amount was below the least that the anchor takes"
        case (.tooLarge, _): "the amount was above the most that the anchor takes"
        }
    }
}
