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
        return with(contacts: kept + added)
    }

    package func adding(accounts new: [KnownAccount]) -> Book {
        let replaced = Set(new.map(\.account))
        return with(accounts: accounts.filter { !replaced.contains($0.account) } + new)
    }

    package func adding(domains new: [KnownDomain]) -> Book {
        let replaced = Set(new.map(\.name))
        return with(domains: domains.filter { !replaced.contains($0.name) } + new)
    }

    package func adding(assets new: [Asset]) -> Book {
        let known = Set(assets)
        return with(assets: assets + new.filter { !known.contains($0) })
    }

    /// A pin replaces that of the same contract, and another one of its label on the same network.
    package func adding(contracts new: [ContractPin]) -> Book {
        var all = contracts
        for pin in new { all = all.filter { !$0.excludes(pin) } + [pin] }
        return with(contracts: all)
    }

    package func removing(contact name: String) -> Book { with(contacts: contacts.filter { $0.name != name }) }

    package func removing(account: AccountID) -> Book { with(accounts: accounts.filter { $0.account != account }) }

    package func removing(domain name: String) -> Book { with(domains: domains.filter { $0.name != name }) }

    package func removing(asset: Asset) -> Book { with(assets: assets.filter { $0 != asset }) }

    package func removing(contract pin: ContractPin) -> Book { with(contracts: contracts.filter { $0 != pin }) }

    private func with(
        contacts: [Contact]? = nil, accounts: [KnownAccount]? = nil, domains: [KnownDomain]? = nil,
        assets: [Asset]? = nil, contracts: [ContractPin]? = nil
    ) -> Book {
        Book(
            contacts: contacts ?? self.contacts, accounts: accounts ?? self.accounts, domains: domains ?? self.domains,
            assets: assets ?? self.assets, contracts: contracts ?? self.contracts)
    }
}
