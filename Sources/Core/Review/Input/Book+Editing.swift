// SPDX-License-Identifier: Apache-2.0

import Stellar
package import StellarXDR

/// The book with entries added or removed. An added entry replaces one with the same name or about the same account.
extension Book {
    package func adding(contacts new: [Contact]) -> Book {
        // Of several with the same name, the last one counts.
        var last: [String: Int] = [:]
        let names = new.map { ContactName.folded($0.name) }
        for (place, name) in names.enumerated() { last[name] = place }
        let kept = contacts.filter { last[ContactName.folded($0.name)] == nil }
        let added = new.indices.filter { last[names[$0]] == $0 }.map { new[$0] }
        return Book(contacts: kept + added, accounts: accounts, domains: domains, assets: assets)
    }

    package func adding(accounts new: [KnownAccount]) -> Book {
        let replaced = Set(new.map(\.account))
        let kept = accounts.filter { !replaced.contains($0.account) }
        return Book(contacts: contacts, accounts: kept + new, domains: domains, assets: assets)
    }

    package func adding(domains new: [KnownDomain]) -> Book {
        let replaced = Set(new.map(\.name))
        let kept = domains.filter { !replaced.contains($0.name) }
        return Book(contacts: contacts, accounts: accounts, domains: kept + new, assets: assets)
    }

    package func adding(assets new: [Asset]) -> Book {
        let known = Set(assets)
        let added = new.filter { !known.contains($0) }
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
