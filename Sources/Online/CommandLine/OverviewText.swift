// SPDX-License-Identifier: Apache-2.0

package import Codec
package import Journal
package import Stellar
package import StellarXDR
package import Submitting
import Terminal
package import Workspace

extension AccountOverview {
    /// The account for people, with its pending transactions in the order of `status`.
    package func text(pending: [StatusEntry]) -> [TextPart] {
        let head = TextPart.line(Wording(name.map { "\($0)  \(account.address)" } ?? account.address))
        guard record != nil else {
            return [head, .line("  does not exist on this network")] + Self.text(of: pending)
        }
        return [head] + balanceTexts.map { .line("  balance  \($0)") }
            + [.table(paymentLines.map { ["  payment"] + $0.cells }, strong: [3])] + Self.text(of: pending)
    }

    private static func text(of pending: [StatusEntry]) -> [TextPart] {
        pending.map { entry in
            var item = entry.item(isWhole: false)
            item.lead = "  pending  "
            return .item(item)
        }
    }
}

extension NetworkOverview: Presentable {
    package var document: JSON { document { $0.document() } }

    package var text: [TextPart] {
        Array(accounts.map { $0.overview.text(pending: $0.pending) }.joined(separator: [.line("")]))
    }
}

extension OwnAccounts {
    /// The accounts of the journal, the contacts imported from a signing device's export (`contacts import` of
    /// `coldstar-sign key show NAME --qr`), and the user's own account
    /// (`$STELLAR_ACCOUNT` or the configuration).
    package static func all(
        in journal: (any OnlineJournal)?, on network: Network, contacts: [Contact]
    ) throws(Failure) -> [AccountID] {
        var others = contacts.filter(\.isOfDevice).map(\.account.account)
        if let own = try Settings.account(nil, option: "--account")?.text {
            if let account = try? MuxedAccount(address: own) {
                others.append(account.account)
            } else if let contact = contacts.first(where: { ContactName.areSame($0.name, own) }) {
                others.append(contact.account.account)
            }
        }
        return try all(in: journal, on: network, and: others)
    }
}
