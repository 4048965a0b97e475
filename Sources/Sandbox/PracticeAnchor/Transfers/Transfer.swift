// SPDX-License-Identifier: Apache-2.0
import Stellar
import StellarXDR

/// A deposit or a withdrawal.
struct Transfer: Sendable {
    enum Direction: Sendable {
        case deposit, withdrawal
    }

    /// Which SEP it was begun with; each shows its own only.
    enum Origin: Sendable {
        case sep6, sep24
    }

    let id: String
    /// The subject it belongs to.
    let owner: String
    /// The customer it is for, by the key in the book.
    let customer: String
    let origin: Origin
    let direction: Direction
    let isExchange: Bool
    /// What is on the ledger of it.
    let asset: Asset
    /// Where a deposit goes to; where a withdrawal is said to come from.
    let account: MuxedAccount
    /// By which the anchor knows a withdrawal's payment.
    let memo: Memo
    let method: DeliveryMethod
    /// Opens its page to whoever has the link.
    let pageKey: String
    let started: UInt64
    /// Goes with a deposit's payment.
    var depositMemo = Memo.none
    /// Whether a deposit may be set aside for an account that cannot hold it.
    var takesClaimable = false
    /// Goes with a refund instead of the payment's own memo.
    var refundMemo: Memo?
    var quote: String?
    /// Where a withdrawal goes to at the practice bank.
    var destination: String?
    /// Nil until the amount is known.
    var terms: Terms?

    var status: TransferStatus
    /// When it came to this status.
    var since: UInt64
    /// When it goes on by itself; nil while it waits for something.
    var due: UInt64?
    /// Until when the user has to do something.
    var deadline: UInt64?
    /// Until when the anchor tries to deliver to an account without trust.
    var trustDeadline: UInt64?
    var awkward: Awkward?
    /// Whether the customer was asked for more since the transfer waits for it.
    var hasAskedCustomer = false
    /// Why a payment goes back.
    var refundReason: String?
    var message: String?
    var completed: UInt64?
    var stellarHash: TransactionHash?
    var externalID: String?
    var balance: ClaimableBalanceID?
    /// What was received for a withdrawal.
    var receipt: Receipt?
    /// The id of the payment back: of the ledger for withdrawals, of the practice bank for deposits.
    var refund: String?

    var isDeposit: Bool { direction == .deposit }
    /// What came in, or is to come.
    var amountIn: Amount? { receipt?.amount ?? terms?.amountIn }

    mutating func enter(_ status: TransferStatus, at time: UInt64, due: UInt64? = nil, _ message: String? = nil) {
        self.status = status
        since = time
        self.due = due
        deadline = nil
        self.message = message
        if status == .completed || status == .refunded { completed = time }
    }
}
