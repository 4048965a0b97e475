// SPDX-License-Identifier: Apache-2.0
import Ledger
import Stellar
import StellarXDR

/// Time goes by, and payments come.
extension PracticeAnchor {
    /// Does all that has become due. Leaves the ledger alone when nothing can be.
    package func advance() async {
        if !transfers.open.isEmpty { await catchUp() }
    }

    /// Sees what came, and takes the steps that are due.
    ///
    /// What is sent is marked as being sent before the ledger is asked, so that two callers at once do not send it twice.
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
        // Of two callers at once one may have seen more already.
        guard seenRecords < snapshot.records.count else { return }
        let own = MuxedAccount(accounts.distribution.id)
        for record in snapshot.records[seenRecords...] {
            for payment in Receipt.all(in: record, to: own) {
                guard var transfer = transfers.withdrawal(payment.memo), !transfer.status.isEnd || transfer.isExpired
                else { continue }
                // What lapsed before the payment came is too late for it.
                if transfer.status == .pendingUserTransferStart { _ = transfer.advance(to: payment.time) }
                _ = transfer.receive(payment)
                transfers[transfer.id] = transfer
            }
        }
        seenRecords = snapshot.records.count
    }

    /// Goes on with a transfer that waited for customer data, once they are accepted.
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

    /// Tries once more to deliver to an account that could not hold it.
    private func noteTrust(of id: String, _ state: LedgerState) {
        guard let transfer = transfers[id], transfer.status == .pendingTrust, transfer.due == nil,
            let amount = transfer.terms?.amountOut, Delivery(transfer, amount, state).operation != nil
        else { return }
        transfers[id]?.due = now
    }
}

extension Transfer {
    fileprivate var isExpired: Bool { status == .expired }
}
