// SPDX-License-Identifier: Apache-2.0

import Stellar
import StellarXDR

/// Addresses as they are shown, found by the characters that their look-alikes share with them.
struct KnownAddresses: Sendable {
    private let all: Set<StrKey>
    private let byLook: [LookAlike: [StrKey]]

    init(_ addresses: Set<StrKey>) {
        all = addresses
        byLook = Dictionary(grouping: addresses, by: { LookAlike($0) })
    }

    func contains(_ address: StrKey) -> Bool { all.contains(address) }

    /// Those that begin and end like the address and are others.
    func like(_ address: StrKey) -> [StrKey] {
        byLook.isEmpty ? [] : (byLook[LookAlike(address)] ?? []).filter { $0 != address }
    }
}

extension KnownAddresses {
    /// Every address of a book: contacts, also under each of their ids; accounts with their signers; keys and withdrawal accounts of domains;
    /// issuers.
    init(contacts: [Contact], accounts: [KnownAccount], domains: [KnownDomain], assets: [Asset]) {
        var addresses: Set<StrKey> = []
        for contact in contacts {
            addresses.insert(.publicKey(contact.account.key))
            for id in PaymentTerms([contact]).knownIDs { addresses.insert(.muxed(contact.account.key, id: id)) }
        }
        for account in accounts {
            addresses.insert(.publicKey(account.account.key))
            addresses.formUnion(account.signers.map(\.key.strKey))
        }
        for domain in domains {
            let keys = [domain.signingKey, domain.linkKey].compactMap { $0 } + domain.withdrawalAccounts
            addresses.formUnion(keys.map { .publicKey($0.key) })
        }
        addresses.formUnion(assets.compactMap { asset in asset.issuer.map { .publicKey($0.key) } })
        self.init(addresses)
    }
}
