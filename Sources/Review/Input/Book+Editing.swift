// SPDX-License-Identifier: Apache-2.0

import Stellar
package import StellarXDR

/// The book with something added, which replaces what was there of the same name or about the same account, or taken out.
extension Book {
    package func adding(contacts new: [Contact]) -> Book {
        var list = contacts
        for contact in new {
            list.removeAll { ContactName.areSame($0.name, contact.name) }
            list.append(contact)
        }
        return Book(contacts: list, accounts: accounts, domains: domains, assets: assets)
    }

    package func adding(accounts new: [KnownAccount]) -> Book {
        let kept = accounts.filter { old in !new.contains { $0.account == old.account } }
        return Book(contacts: contacts, accounts: kept + new, domains: domains, assets: assets)
    }

    package func adding(domains new: [KnownDomain]) -> Book {
        let kept = domains.filter { old in !new.contains { $0.name == old.name } }
        return Book(contacts: contacts, accounts: accounts, domains: kept + new, assets: assets)
    }

    package func adding(assets new: [Asset]) -> Book {
        let added = new.filter { !assets.contains($0) }
        return Book(contacts: contacts, accounts: accounts, domains: domains, assets: assets + added)
    }

    package func removing(contact name: String) -> Book {
        Book(contacts: contacts.filter { $0.name != name }, accounts: accounts, domains: domains, assets: assets)
    }

    package func removing(account: AccountID) -> Book {
        Book(contacts: contacts, accounts: accounts.filter { $0.account != account }, domains: domains, assets: assets)
    }

    package func removing(domain name: String) -> Book {
        Book(contacts: contacts, accounts: accounts, domains: domains.filter { $0.name != name }, assets: assets)
    }

    package func removing(asset: Asset) -> Book {
        Book(contacts: contacts, accounts: accounts, domains: domains, assets: assets.filter { $0 != asset })
    }
}
