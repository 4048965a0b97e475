// SPDX-License-Identifier: Apache-2.0

import Stellar
import StellarXDR

/// A deposit or a withdrawal.
struct Transfer: Sendable {
    enum Direction: Sendable {
        case deposit, withdrawal
    }

    /// The SEP with which the transfer was begun; each SEP shows only its own transfers.
    enum Origin: Sendable {
        case sep6, sep24
    }

    let id: String
    /// The token subject that owns the transfer.
    let owner: String
    /// The key of the transfer's customer in the customer book.
    let customer: String
    let origin: Origin
    let direction: Direction
    let isExchange: Bool
    /// The transfer's asset on the ledger.
    let asset: Asset
    /// The destination of a deposit, or the account given for a withdrawal.
    let account: MuxedAccount
    /// Identifies a withdrawal's payment.
    let memo: Memo
    let method: DeliveryMethod
    /// Secret part of the page's link: anyone who has the link can open the page.
    let pageKey: String
    let started: UInt64
    /// The memo of a deposit's payment.
    var depositMemo = Memo.none
    /// Whether a deposit may become a claimable balance if the account cannot hold the asset.
    var takesClaimable = false
    /// The memo of a refund, in place of the payment's own memo.
    var refundMemo: Memo?
    var quote: String?
    /// The destination of a withdrawal at the practice bank.
    var destination: String?
    /// Nil until the amount is known.
    var terms: Terms?

    var status: Status
    /// When the transfer reached this status.
    var since: UInt64
    /// When the next step is due; nil while the transfer waits for something.
    var due: UInt64?
    /// When the user must have acted.
    var deadline: UInt64?
    /// Until when the anchor retries delivery to an account without a trustline.
    var trustDeadline: UInt64?
    var awkward: SimulatedFault?
    /// Whether the customer has been asked for more since the transfer began to wait for it.
    var hasAskedCustomer = false
    /// Why a payment is refunded.
    var refundReason: String?
    var message: String?
    var completed: UInt64?
    var stellarHash: TransactionHash?
    var externalID: String?
    var balance: ClaimableBalanceID?
    /// The payment received for a withdrawal.
    var receipt: Receipt?
    /// The ID of the refund: on the ledger for withdrawals, at the practice bank for deposits.
    var refund: String?

    var isDeposit: Bool { direction == .deposit }
    /// The amount received or expected.
    var amountIn: Amount? { receipt?.amount ?? terms?.amountIn }

    mutating func enter(_ status: Status, at time: UInt64, due: UInt64? = nil, _ message: String? = nil) {
        self.status = status
        since = time
        self.due = due
        deadline = nil
        self.message = message
        if status == .completed || status == .refunded { completed = time }
    }
}

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

/// What goes wrong with a transfer, determined by its amount.
enum SimulatedFault: Int64, Sendable, CaseIterable {
    case error = 13
    case refund = 17
    case customerInfo = 19
    case transactionInfo = 23
    case noTrust = 29
    case expiry = 31
    case hold = 37

    /// Nil for all other amounts, including 13.5.
    init?(_ amount: Amount) {
        guard amount.stroops % Amount.stroopsPerUnit == 0 else { return nil }
        self.init(rawValue: amount.stroops / Amount.stroopsPerUnit)
    }
}
