// SPDX-License-Identifier: Apache-2.0

package import Stellar
import StellarXDR

/// Known addresses, indexed by the characters that look-alikes share with them.
struct KnownAddresses: Sendable {
    private let all: Set<StrKey>
    private let byLook: [LookAlike: [StrKey]]

    init(_ addresses: Set<StrKey>) {
        all = addresses
        byLook = Dictionary(grouping: addresses, by: { LookAlike($0) })
    }

    func contains(_ address: StrKey) -> Bool { all.contains(address) }

    /// The other addresses that begin and end like this one.
    func like(_ address: StrKey) -> [StrKey] {
        byLook.isEmpty ? [] : (byLook[LookAlike(address)] ?? []).filter { $0 != address }
    }
}

extension KnownAddresses {
    /// Every address in a book: contacts, also with each of their ids; accounts and their signers; keys and
    /// withdrawal accounts of domains; issuers; contracts and the signers of contract accounts.
    init(
        contacts: [Contact], accounts: [KnownAccount], domains: [KnownDomain], assets: [Asset], contracts: [ContractPin]
    ) {
        var addresses: Set<StrKey> = []
        for contact in contacts {
            addresses.insert(contact.holder.strKey)
            for id in PaymentTerms([contact]).knownIDs {
                addresses.insert(RecipientAddress(contact.holder, id: id).strKey)
            }
        }
        for account in accounts {
            addresses.insert(.publicKey(account.account.key))
            addresses.formUnion(account.signers.map(\.key.strKey))
        }
        for domain in domains {
            let keys = [domain.signingKey, domain.linkKey].compactMap { $0 } + domain.withdrawalAccounts
            addresses.formUnion(keys.map { .publicKey($0.key) })
        }
        for pin in contracts {
            addresses.insert(.contract(pin.contract))
            addresses.formUnion((pin.account?.signers ?? []).map { .publicKey($0.key) })
        }
        let issuers = (assets + contracts.compactMap(\.asset)).compactMap(\.issuer)
        addresses.formUnion(issuers.map { .publicKey($0.key) })
        self.init(addresses)
    }
}

/// The first four and the last four characters of an address, which are all that many people compare.
package struct LookAlike: Hashable, Sendable {
    package let head: String
    package let tail: String

    package init(_ address: StrKey) {
        let text = address.text
        head = String(text.prefix(4))
        tail = String(text.suffix(4))
    }
}

extension StrKey {
    /// Whether this is a different address with the same beginning and end.
    func looksLike(_ other: StrKey) -> Bool {
        start == other.start && self != other && LookAlike(self) == LookAlike(other)
    }

    /// The kind and the twelve payload bits in the first four characters: enough to tell most addresses apart.
    private var start: UInt32 {
        switch self {
        case .publicKey(let key): 1 << 16 | Self.twelveBits(key)
        case .muxed(let key, _): 2 << 16 | Self.twelveBits(key)
        case .contract(let hash): 3 << 16 | Self.twelveBits(hash)
        case .muxedContract(let hash, _): 4 << 16 | Self.twelveBits(hash)
        default: 0
        }
    }

    private static func twelveBits(_ key: FixedOpaque<32>) -> UInt32 {
        (UInt32(key[0]) << 8 | UInt32(key[1])) & 0xfff0
    }
}
