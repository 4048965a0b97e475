// SPDX-License-Identifier: Apache-2.0

package import CLISupport
import Journal
package import Stellar
package import StellarXDR

/// The accounts that belong to the user of this home, as far as it can be told: those for which transactions were built or sent here,
/// those that a signing device's export made contacts (`contacts import` of `coldstar-sign key show NAME --qr`), and $STELLAR_ACCOUNT.
package enum OwnAccounts {
    /// Each once, sorted by address.
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
