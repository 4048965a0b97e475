// SPDX-License-Identifier: Apache-2.0

import LedgerRules
import Stellar
import StellarXDR

/// Advances transfers as time passes and payments arrive.
extension PracticeAnchor {
    /// Takes all steps that are due. Does not use the ledger if no transfer is open.
    package func advance() async {
        if !transfers.open.isEmpty { await catchUp() }
    }

    /// Records payments received, and takes the steps that are due.
    ///
    /// A transfer is marked as being sent before the ledger is called, so that two concurrent callers do not send it
    /// twice.
    func catchUp() async {
        let snapshot = await ledger.snapshot()
        notePayments(snapshot)
        for id in transfers.open.map(\.id) {
            noteCustomer(of: id)
            noteTrust(of: id, snapshot.state)
            await advance(id)
        }
    }

    private func advance(_ id: String) async {
        while var transfer = transfers[id], transfer.status != .pendingStellar {
            let deed = transfer.advance(to: now)
            transfers[id] = transfer
            guard let deed else { return }
            let outcome =
                switch deed {
                case .deliver(let amount): await deliver(amount, of: transfer)
                case .refund(let receipt): await refund(receipt, of: transfer)
                }
            transfers[id]?.note(outcome, of: deed, at: now)
        }
    }

    private func notePayments(_ snapshot: Snapshot) {
        // A concurrent caller may have examined more transactions already.
        guard seenRecords < snapshot.records.count else { return }
        let own = MuxedAccount(accounts.distribution.id)
        for record in snapshot.records[seenRecords...] {
            for payment in Receipt.all(in: record, to: own) {
                guard var transfer = transfers.withdrawal(payment.memo), !transfer.status.isEnd || transfer.isExpired
                else { continue }
                // Let a transfer expire first if its deadline was before the payment.
                if transfer.status == .pendingUserTransferStart { _ = transfer.advance(to: payment.time) }
                _ = transfer.receive(payment)
                transfers[transfer.id] = transfer
            }
        }
        seenRecords = snapshot.records.count
    }

    /// Continues a transfer that waits for customer data, once the data is accepted.
    private func noteCustomer(of id: String) {
        guard let transfer = transfers[id], transfer.status == .pendingCustomerInfoUpdate else { return }
        if transfer.hasAskedCustomer {
            let type: CustomerType = transfer.isDeposit ? .deposit : .withdrawal
            if customers[transfer.customer]?.verdict(type, at: now) == .accepted { transfers[id]?.resume(at: now) }
        } else {
            customers.demand(CustomerField.taxID, of: transfer.customer)
            transfers[id]?.hasAskedCustomer = true
        }
    }

    /// Retries delivery to an account that could not hold the asset before.
    private func noteTrust(of id: String, _ state: LedgerState) {
        guard let transfer = transfers[id], transfer.status == .pendingTrust, transfer.due == nil,
            let amount = transfer.terms?.amountOut, DepositDelivery(transfer, amount, state).operation != nil
        else { return }
        transfers[id]?.due = now
    }
}

extension Transfer {
    fileprivate var isExpired: Bool { status == .expired }
}

/// All transfers in the order in which they were begun, up to a maximum number.
struct TransferBook: Sendable {
    private var transfers: [String: Transfer] = [:]
    private var order: [String] = []
    private var byMemo: [Memo: String] = [:]

    subscript(_ id: String) -> Transfer? {
        get { transfers[id] }
        set { if transfers[id] != nil, let newValue { transfers[id] = newValue } }
    }

    /// Oldest first.
    var all: [Transfer] { order.compactMap { transfers[$0] } }

    /// The transfers that have not ended.
    var open: [Transfer] { all.filter { !$0.status.isEnd } }

    func withdrawal(_ memo: Memo) -> Transfer? { byMemo[memo].flatMap { transfers[$0] } }

    /// Adds a transfer; if the book is full, drops the oldest that has ended.
    ///
    /// - Throws: `.full` if none has ended.
    mutating func add(_ transfer: Transfer, most: Int) throws(AnchorProblem) {
        if order.count >= most {
            guard let place = order.firstIndex(where: { transfers[$0]?.status.isEnd == true }) else { throw .full }
            let old = transfers.removeValue(forKey: order.remove(at: place))
            if let old { byMemo[old.memo] = nil }
        }
        transfers[transfer.id] = transfer
        order.append(transfer.id)
        if !transfer.isDeposit { byMemo[transfer.memo] = transfer.id }
    }
}
