// SPDX-License-Identifier: Apache-2.0

package import AccountWatch
package import AddressBook
package import Faults
import Journal
package import Shell
package import Stellar
package import StellarXDR

extension OwnAccounts {
    /// The accounts of the home's journal, the contacts imported from a signing device's export (`contacts import` of
    /// `coldstar-sign key show NAME --qr`), and the user's own account
    /// (`$STELLAR_ACCOUNT` or the configuration).
    package static func all(_ home: HomeOptions, on network: Network, contacts: [Contact]) throws(Failure)
        -> [AccountID]
    {
        let journal = try OnlineJournal.existing(home)
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
