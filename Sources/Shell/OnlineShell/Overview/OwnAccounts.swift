// SPDX-License-Identifier: Apache-2.0

package import AddressBook
package import Faults
import Journal
package import Shell
package import Stellar
package import StellarXDR

/// The user's own accounts, as far as known: those for which transactions were built or submitted here, contacts imported
/// from a signing device's export (`contacts import` of `coldstar-sign key show NAME --qr`), and $STELLAR_ACCOUNT.
package enum OwnAccounts {
    /// The accounts without duplicates, sorted by address.
    package static func all(_ home: HomeOptions, on network: Network, contacts: [Contact]) throws(Failure)
        -> [AccountID]
    {
        var texts: [String] = []
        if let journal = try OnlineJournal.existing(home) {
            do throws(JournalError) { texts = try journal.sources(network: network.passphrase) } catch {
                throw Failure(error)
            }
        }
        var accounts = texts.compactMap { try? AccountID(address: $0) }
        accounts += contacts.filter(\.isOfDevice).map(\.account.account)
        if let own = Environment["STELLAR_ACCOUNT"] {
            if let account = try? MuxedAccount(address: own) {
                accounts.append(account.account)
            } else if let contact = contacts.first(where: { ContactName.areSame($0.name, own) }) {
                accounts.append(contact.account.account)
            }
        }
        return Set(accounts).sorted { $0.address < $1.address }
    }
}
