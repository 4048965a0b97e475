// SPDX-License-Identifier: Apache-2.0

extension Transfer {
    /// The status of a transfer, with the names of SEP-6 and SEP-24.
    enum Status: String, Sendable {
        case incomplete
        case pendingUserTransferStart = "pending_user_transfer_start"
        case pendingUserTransferComplete = "pending_user_transfer_complete"
        case pendingExternal = "pending_external"
        case pendingAnchor = "pending_anchor"
        case pendingStellar = "pending_stellar"
        case pendingTrust = "pending_trust"
        case pendingUser = "pending_user"
        case pendingCustomerInfoUpdate = "pending_customer_info_update"
        case pendingTransactionInfoUpdate = "pending_transaction_info_update"
        case onHold = "on_hold"
        case completed, refunded, expired, error

        var isEnd: Bool {
            switch self {
            case .completed, .refunded, .expired, .error: true
            default: false
            }
        }
    }
}
