// SPDX-License-Identifier: Apache-2.0

import Codec
import Journal
import Stellar
import StellarXDR
import Workspace

/// The memos that contacts need, where a payment gives the address of a contact's account and no memo: one that names
/// the contact gets the memo, one with the address alone does not, and an exchange cannot tell whose it is.
///
/// Transfers by a token's contract are left out: they can have no memo, and their address says whose they are (`M…`).
struct ContactMemos {
    /// The contacts of each account all of whose contacts need a memo.
    private var contacts: [AccountID: [Contact]] = [:]

    init(in journal: any OnlineJournal) throws(Failure) {
        var all: [AccountID: [Contact]] = [:]
        for contact in try Contacts.all(in: journal) {
            guard case .ed25519(let key)? = contact.account else { continue }
            all[.ed25519(key), default: []].append(contact)
        }
        contacts = all.filter { $0.value.allSatisfy { $0.memo != .none } }
    }

    /// A warning for each such account, in the order in which they are paid.
    func warnings(of transactions: [Transaction]) -> [Notice] {
        guard !contacts.isEmpty else { return [] }
        var order: [AccountID] = []
        var payments: [AccountID: Int] = [:]
        for transaction in transactions where transaction.memo == .none {
            for operation in transaction.operations {
                guard let account = operation.body.paidAccount, contacts[account] != nil else { continue }
                if payments[account] == nil { order.append(account) }
                payments[account, default: 0] += 1
            }
        }
        return order.map { .warning(.memo, text(of: $0, payments: payments[$0] ?? 0)) }
    }

    private func text(of account: AccountID, payments: Int) -> Wording {
        let all = contacts[account] ?? []
        let names = all.prefix(2).map { "\($0.name), which needs \($0.memo.shown)" }.joined(separator: ", or ")
        let more = all.count > 2 ? ", or \(all.count - 2) more" : ""
        let which: Wording = payments == 1 ? "a payment has" : "\(payments) payments have"
        return
            "\(which) no memo, and \(account.address) is the account of the contact \(names)\(more): pay by name, or add the memo"
    }
}

extension OperationBody {
    /// The account that it pays, by an address without the id of a user; nil for what pays none.
    fileprivate var paidAccount: AccountID? {
        guard let transfer = facts.transfer, [.payment, .pathPayment, .merge].contains(transfer.form),
            case .ed25519(let key)? = transfer.destination
        else { return nil }
        return .ed25519(key)
    }
}
