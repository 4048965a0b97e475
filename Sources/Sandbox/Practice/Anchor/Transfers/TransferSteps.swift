// SPDX-License-Identifier: Apache-2.0

import LedgerRules
import Stellar

/// The steps of a transfer as time passes.
extension Transfer {
    /// What the anchor has to do on the ledger; until then the transfer is `pending_stellar`.
    enum Deed: Sendable {
        case deliver(Amount)
        case refund(Receipt)
    }

    private static let step = PracticeAnchor.step
    /// How long the anchor waits for a user, in seconds.
    static let timeout: UInt64 = 86_400
    /// How long the anchor waits with the amount that expires, in seconds.
    static let shortTimeout: UInt64 = 2 * step

    /// Waits for the money. A deposit arrives at the practice bank after one step, without any action by the user.
    mutating func awaitMoney(at time: UInt64, until end: UInt64? = nil) {
        let expires = awkward == .expiry
        enter(.pendingUserTransferStart, at: time, due: isDeposit && !expires ? time + Self.step : nil)
        deadline = expires ? time + Self.shortTimeout : end ?? time + Self.timeout
        message =
            isDeposit
            ? "The practice bank sees your money automatically."
            : "Send the payment with the memo, and exactly the amount."
    }

    /// Takes all steps that are due, up to the first that needs the ledger.
    mutating func advance(to now: UInt64) -> Deed? {
        while !status.isEnd {
            if let due, due <= now {
                if let deed = takeStep(at: due) { return deed }
            } else if due == nil, let deadline, deadline <= now {
                if let deed = lapse(at: deadline) { return deed }
            } else {
                return nil
            }
        }
        return nil
    }

    private mutating func takeStep(at time: UInt64) -> Deed? {
        switch status {
        case .pendingUserTransferStart:
            externalID = "practice-bank-\(id.prefix(8))"
            enter(.pendingAnchor, at: time, due: time + Self.step)
        case .pendingAnchor, .onHold: return examine(at: time)
        case .pendingTrust: return act(at: time)
        case .pendingExternal, .pendingUserTransferComplete:
            externalID = "practice-bank-\(id.prefix(8))"
            enter(.completed, at: time)
        default: due = nil
        }
        return nil
    }

    /// Continues after the money has arrived, unless the amount asks for a problem.
    private mutating func examine(at time: UInt64) -> Deed? {
        let reason = awkward
        awkward = nil
        switch reason {
        case .error?: enter(.error, at: time, "The amount asked for an error.")
        case .refund?: return giveBack(at: time)
        case .customerInfo?:
            ask(.pendingCustomerInfoUpdate, at: time, "The anchor needs your tax id (SEP-12: tax_id).")
        case .transactionInfo?:
            ask(.pendingTransactionInfoUpdate, at: time, "The anchor needs '\(wantedField)' once more.")
        case .hold?:
            enter(.onHold, at: time, due: time + 2 * Self.step, "The practice anchor looks at this more closely.")
        case .noTrust? where isDeposit:
            enter(.pendingTrust, at: time, due: time + 2 * Self.step, "The anchor does not see your trustline yet.")
        default: return act(at: time)
        }
        return nil
    }

    /// The field that `pending_transaction_info_update` asks for.
    var wantedField: String { isDeposit ? "sender_reference" : "dest" }

    /// Asks the user for more. SEP-24 has no statuses for this: the transfer's page asks.
    private mutating func ask(_ status: Transfer.Status, at time: UInt64, _ message: String) {
        let onPage = "Open more_info_url and answer there."
        enter(origin == .sep6 ? status : .pendingUser, at: time, origin == .sep6 ? message : onPage)
        deadline = time + Self.timeout
    }

    /// Continues after the user has answered.
    mutating func resume(at time: UInt64) {
        enter(.pendingAnchor, at: time, due: time + Self.step)
    }

    private mutating func act(at time: UInt64) -> Deed? {
        guard isDeposit else {
            let isCash = method == .cash
            enter(
                isCash ? .pendingUserTransferComplete : .pendingExternal, at: time, due: time + Self.step,
                isCash ? "Your practice cash is ready." : nil)
            return nil
        }
        guard let terms else {
            enter(.error, at: time, "The transfer has no amount.")
            return nil
        }
        enter(.pendingStellar, at: time)
        return .deliver(terms.amountOut)
    }

    /// Ends a transfer for which the user did not act in time.
    private mutating func lapse(at time: UInt64) -> Deed? {
        switch status {
        case .incomplete, .pendingUserTransferStart:
            enter(.expired, at: time, "Nothing came in time.")
            return nil
        default: return giveBack(at: time)
        }
    }

    private mutating func giveBack(at time: UInt64) -> Deed? {
        if let receipt {
            enter(.pendingStellar, at: time)
            return .refund(receipt)
        }
        refund = "practice-bank-\(id.prefix(8))-back"
        enter(.refunded, at: time, "The practice bank has sent your money back.")
        return nil
    }

    /// Receives a withdrawal's payment. A payment that is late or has the wrong amount is refunded.
    ///
    /// - Returns: false if the transfer does not wait for this payment.
    mutating func receive(_ payment: Receipt) -> Bool {
        guard !isDeposit, receipt == nil, payment.asset == asset, payment.memo == memo,
            status == .pendingUserTransferStart || status == .expired
        else { return false }
        receipt = payment
        stellarHash = payment.hash
        let isLate = status == .expired
        enter(.pendingAnchor, at: payment.time, due: payment.time + Self.step)
        defer { message = refundReason }
        if isLate {
            awkward = .refund
            refundReason = "The payment came too late and goes back."
        } else if let terms, terms.amountIn != payment.amount {
            awkward = .refund
            refundReason = "The payment is not of \(terms.amountIn.text) and goes back."
        } else if terms == nil {
            setPlainTerms(payment.amount)
        }
        return true
    }

    /// Sets the terms of a withdrawal for which no amount was given before.
    private mutating func setPlainTerms(_ amount: Amount) {
        guard let plain = try? Terms(plain: amount, asset: asset, isDeposit: isDeposit) else {
            awkward = .refund
            refundReason = "The anchor does not take this amount; it goes back."
            return
        }
        terms = plain
        awkward = SimulatedFault(amount)
    }

    /// Records the outcome of a deed.
    mutating func note(_ outcome: PracticeAnchor.Outcome, of deed: Deed, at now: UInt64) {
        switch (outcome, deed) {
        case (.done(let record, let balance), .deliver):
            stellarHash = record.hash
            self.balance = balance
            enter(.completed, at: record.time)
        case (.done(let record, _), .refund):
            refund = record.hash.hex
            enter(.refunded, at: record.time, refundReason ?? "Your payment was sent back.")
        case (.noTrust(let message), _):
            let end = trustDeadline ?? now + Self.timeout
            enter(.pendingTrust, at: now, message)
            trustDeadline = end
            deadline = end
        case (.failed(let code), _): enter(.error, at: now, "The ledger refused the anchor's payment: \(code)")
        }
    }
}
