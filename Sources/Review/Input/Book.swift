// SPDX-License-Identifier: Apache-2.0

import Stellar
package import StellarXDR
import XDR

/// What the signer knows by itself: the only thing that can calm a finding. An empty book knows nothing.
package struct Book: Sendable {
    package let contacts: [Contact]
    package let accounts: [KnownAccount]
    package let domains: [KnownDomain]
    package let assets: [Asset]

    private let contactsByKey: [Uint256: [Contact]]
    private let termsByKey: [Uint256: PaymentTerms]
    private let contactsByLook: [String: [Contact]]
    private let accountsByKey: [Uint256: KnownAccount]
    private let domainsByName: [String: KnownDomain]
    private let assetsByLook: [String: [Asset]]
    private let addressesByLook: [LookAlike: [AccountID]]

    package init(
        contacts: [Contact] = [], accounts: [KnownAccount] = [], domains: [KnownDomain] = [], assets: [Asset] = []
    ) {
        self.contacts = contacts
        self.accounts = accounts
        self.domains = domains
        self.assets = assets
        contactsByKey = Dictionary(grouping: contacts, by: \.account.key)
        termsByKey = contactsByKey.mapValues { PaymentTerms($0) }
        contactsByLook = Dictionary(grouping: contacts, by: { Look.of($0.name) })
        accountsByKey = Dictionary(accounts.map { ($0.account.key, $0) }, uniquingKeysWith: { first, _ in first })
        domainsByName = Dictionary(domains.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
        assetsByLook = Dictionary(grouping: assets.filter { $0.codeBytes != nil }, by: \.look)
        addressesByLook = Dictionary(
            grouping: Set(contacts.map(\.account) + accounts.flatMap(\.keys)), by: { LookAlike($0) })
    }

    /// What payments to the account have to carry; nil when it is no contact.
    package func terms(of account: AccountID) -> PaymentTerms? { termsByKey[account.key] }
    package func account(_ account: AccountID) -> KnownAccount? { accountsByKey[account.key] }
    /// What the book calls an account: the contacts with this very id where there are such, else those without ids.
    ///
    /// A contact that is known under other ids only is none of them: with an exchange, another id is another person.
    package func names(of account: MuxedAccount) -> [String] {
        let all = contactsByKey[account.account.key] ?? []
        guard let id = account.id else { return all.map(\.name) }
        let exact = all.filter { $0.ids.contains(id) }
        return (exact.isEmpty ? all.filter(\.ids.isEmpty) : exact).map(\.name)
    }

    /// The contact of a name, as a hasty eye reads it.
    func contacts(called name: String) -> [Contact] {
        contactsByLook[Look.of(name)] ?? []
    }

    package func domain(_ name: String) -> KnownDomain? { domainsByName[name] }

    /// Whether the account is a contact or one of ours.
    package func knows(_ account: AccountID) -> Bool {
        contactsByKey[account.key] != nil || accountsByKey[account.key] != nil
    }

    /// Known assets of another issuer whose code a hasty eye takes for this one's: none when the book has this very asset. The
    /// network's own XLM is always known.
    package func assetsLike(_ asset: Asset) -> [Asset] {
        guard asset.codeBytes != nil else { return [] }
        let alike = assetsByLook.isEmpty ? [] : assetsByLook[asset.look] ?? []
        let known = alike.contains(asset) ? [] : alike.filter { $0.issuer != asset.issuer }
        return (asset.looksNative ? [.native] : []) + known
    }

    /// Known addresses other than this one that begin and end like it.
    package func addressesLike(_ account: AccountID) -> [AccountID] {
        if addressesByLook.isEmpty { return [] }
        return (addressesByLook[LookAlike(account)] ?? []).filter { $0 != account }
    }
}
