// SPDX-License-Identifier: Apache-2.0

package import Codec
package import Stellar
package import StellarXDR

/// The contacts, accounts, domains, assets and contracts that the signer knows: the only source that can lower a
/// finding.
///
/// Immutable. A class, because every rule asks it for every operation, and its dozen tables would be copied each time.
package final class Book: Sendable {
    package let contacts: [Contact]
    package let accounts: [KnownAccount]
    package let domains: [KnownDomain]
    package let assets: [Asset]
    package let contracts: [ContractPin]

    private let contactsByHolder: [TokenHolder: [Contact]]
    private let termsByHolder: [TokenHolder: PaymentTerms]
    private let contactsByLook: [String: [Contact]]
    private let accountsByKey: [Uint256: KnownAccount]
    private let domainsByName: [String: KnownDomain]
    private let assetsByLook: [String: [Asset]]
    private let pinsByID: [ContractID: ContractPin]
    private let withdrawalDomains: [AccountID: [String]]
    private let assetSet: Set<Asset>
    /// Every address in the book.
    let addresses: KnownAddresses
    let tokenMemory = TokenMemory()

    package init(
        contacts: [Contact] = [], accounts: [KnownAccount] = [], domains: [KnownDomain] = [], assets: [Asset] = [],
        contracts: [ContractPin] = []
    ) {
        self.contacts = contacts
        self.accounts = accounts
        self.domains = domains
        self.assets = assets
        self.contracts = contracts
        contactsByHolder = Dictionary(grouping: contacts, by: \.holder)
        termsByHolder = contactsByHolder.mapValues { PaymentTerms($0) }
        contactsByLook = Dictionary(grouping: contacts, by: { ConfusableSkeleton.of($0.name) })
        accountsByKey = Dictionary(accounts.map { ($0.account.key, $0) }, uniquingKeysWith: { first, _ in first })
        domainsByName = Dictionary(domains.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
        assetsByLook = Dictionary(
            grouping: (assets + contracts.compactMap(\.asset)).filter { $0.codeBytes != nil }, by: \.look)
        // A contract's id contains the network's, so that no two networks have the same.
        pinsByID = Dictionary(contracts.map { ($0.contract, $0) }, uniquingKeysWith: { first, _ in first })
        var withdrawals: [AccountID: [String]] = [:]
        for domain in domains {
            for account in domain.withdrawalAccounts { withdrawals[account, default: []].append(domain.name) }
        }
        withdrawalDomains = withdrawals
        assetSet = Set(assets)
        addresses = KnownAddresses(
            contacts: contacts, accounts: accounts, domains: domains, assets: assets, contracts: contracts)
    }

    /// The book's terms for payments to an account or a contract; nil if it is not a contact.
    package func terms(of holder: TokenHolder) -> PaymentTerms? { termsByHolder[holder] }
    package func terms(of account: AccountID) -> PaymentTerms? { terms(of: .account(account)) }
    package func account(_ account: AccountID) -> KnownAccount? { accountsByKey[account.key] }

    /// The keys that sign for an account according to the book; empty for an account that is not listed.
    package func signers(of account: AccountID) -> [AccountID] {
        self.account(account)?.signingKeys ?? []
    }

    /// The book's names for an account or a contract: contacts with exactly this id if there are any, otherwise those
    /// without ids.
    ///
    /// A contact known only under other ids does not match: at an exchange, another id is another person.
    package func names(of address: RecipientAddress) -> [String] {
        let all = contactsByHolder[address.holder] ?? []
        guard let id = address.id else { return all.map(\.name) }
        let exact = all.filter { $0.ids.contains(id) }
        return (exact.isEmpty ? all.filter(\.ids.isEmpty) : exact).map(\.name)
    }

    package func names(of account: MuxedAccount) -> [String] { names(of: RecipientAddress(account)) }

    /// The contacts whose names have the same confusable skeleton.
    func contacts(called name: String) -> [Contact] {
        contactsByLook[ConfusableSkeleton.of(name)] ?? []
    }

    package func domain(_ name: String) -> KnownDomain? { domainsByName[name] }

    /// Whether the account is a contact or one of our own accounts.
    package func knows(_ account: AccountID) -> Bool {
        contactsByHolder[.account(account)] != nil || accountsByKey[account.key] != nil
    }

    /// The pin of a contract on a network.
    package func pin(of contract: ContractID, on network: Network) -> ContractPin? {
        pinsByID[contract].flatMap { $0.network == network ? $0 : nil }
    }

    /// The label of a contract; nil if the book does not pin it.
    func label(of contract: ContractID) -> String? { pinsByID[contract]?.label }

    /// Whether the asset is in the book: itself, or by a pin of its contract on this network.
    func knows(_ asset: Asset, on network: Network) -> Bool {
        assetSet.contains(asset)
            || pin(of: ContractIDPreimage.asset(asset).contract(on: network), on: network)?.asset == asset
    }

    /// The contract accounts on a network that this key signs for.
    func contractAccounts(signedBy key: AccountID, on network: Network) -> [ContractPin] {
        contracts.filter { $0.network == network && $0.account?.signers.contains(key) == true }
    }

    /// Whether any account is pinned as a recipient of withdrawals.
    var hasWithdrawalAccounts: Bool { !withdrawalDomains.isEmpty }

    /// Whether the account is pinned as a recipient of withdrawals through an anchor.
    package func isWithdrawalAccount(_ account: AccountID) -> Bool { withdrawalDomains[account] != nil }

    /// The domains that the account is pinned for, in the book's order.
    package func domains(withdrawingTo account: AccountID) -> [String] { withdrawalDomains[account] ?? [] }

    /// Known assets of other issuers whose code is confusable with this one's; none of them if the book has this
    /// exact asset. The network's own XLM is always known.
    package func assetsLike(_ asset: Asset) -> [Asset] {
        guard asset.codeBytes != nil else { return [] }
        let alike = assetsByLook.isEmpty ? [] : assetsByLook[asset.look] ?? []
        let known = alike.contains(asset) ? [] : alike.filter { $0.issuer != asset.issuer }
        return (asset.looksNative ? [.native] : []) + known
    }
}

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

/// Contacts by name, ignoring case. A book that predates this rule may contain names that differ only in case.
extension Book {
    /// The contact with exactly this name, or else the only one whose name differs only in case.
    package func contact(named name: String) -> Contact? {
        if let exact = contacts.first(where: { $0.name == name }) { return exact }
        let same = contacts.filter { ContactName.areSame($0.name, name) }
        return same.count == 1 ? same.first : nil
    }

    /// Groups of contacts whose names differ only in case.
    package var contactsOfOneName: [[Contact]] {
        var order: [String] = []
        var groups: [String: [Contact]] = [:]
        for contact in contacts {
            let key = contact.name.lowercased()
            if groups[key] == nil { order.append(key) }
            groups[key, default: []].append(contact)
        }
        return order.compactMap { groups[$0] }.filter { $0.count > 1 }
    }

    /// A warning for each such group, for the owner of the book.
    package var warningsOfNames: [Wording] {
        contactsOfOneName.map { group in
            let names = group.map { "\($0.name) (\($0.holder.strKey.text))" }.joined(separator: " and ")
            return "the book has contacts whose names differ only in case: \(names); remove one of them with "
                + "\(step: .sign(.removeContact(name: group[group.count - 1].name)))"
        }
    }
}
