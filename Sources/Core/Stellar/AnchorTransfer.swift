// SPDX-License-Identifier: Apache-2.0

/// The protocols for deposits and withdrawals.
package enum TransferProtocol: String, CaseIterable, Sendable {
    /// The wallet collects the data and sends it (programmatic).
    case sep6
    /// The anchor collects the data on its own web page (interactive).
    case sep24

    /// The name of its SEP.
    package var title: String {
        switch self {
        case .sep6: "SEP-6"
        case .sep24: "SEP-24"
        }
    }
}

/// The direction of a transfer.
package enum TransferKind: String, CaseIterable, Sendable {
    /// Onto the network.
    case deposit
    /// Off the network.
    case withdrawal
}

/// The status of a deposit or withdrawal, as the anchor names it.
///
/// Anchors may send a status that no SEP defines, so this is not an enum.
/// - Source: SEP-6 and SEP-24 §Transaction history, `status`.
package struct TransferStatus: RawRepresentable, Hashable, Sendable {
    package let rawValue: String

    package init(rawValue: String) { self.rawValue = rawValue }

    package static let incomplete = TransferStatus(rawValue: "incomplete")
    package static let pendingUserTransferStart = TransferStatus(rawValue: "pending_user_transfer_start")
    package static let pendingUserTransferComplete = TransferStatus(rawValue: "pending_user_transfer_complete")
    package static let pendingExternal = TransferStatus(rawValue: "pending_external")
    package static let pendingAnchor = TransferStatus(rawValue: "pending_anchor")
    package static let onHold = TransferStatus(rawValue: "on_hold")
    package static let pendingStellar = TransferStatus(rawValue: "pending_stellar")
    package static let pendingTrust = TransferStatus(rawValue: "pending_trust")
    package static let pendingUser = TransferStatus(rawValue: "pending_user")
    package static let pendingCustomerInfoUpdate = TransferStatus(rawValue: "pending_customer_info_update")
    package static let pendingTransactionInfoUpdate = TransferStatus(rawValue: "pending_transaction_info_update")
    package static let completed = TransferStatus(rawValue: "completed")
    package static let refunded = TransferStatus(rawValue: "refunded")
    package static let expired = TransferStatus(rawValue: "expired")
    package static let error = TransferStatus(rawValue: "error")
    package static let noMarket = TransferStatus(rawValue: "no_market")
    package static let tooSmall = TransferStatus(rawValue: "too_small")
    package static let tooLarge = TransferStatus(rawValue: "too_large")

    /// Whether the status is final; one that no SEP defines is not.
    package var isFinal: Bool {
        switch self {
        case .completed, .refunded, .expired, .error, .noMarket, .tooSmall, .tooLarge: true
        default: false
        }
    }
}
