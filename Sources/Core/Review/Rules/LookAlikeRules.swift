// SPDX-License-Identifier: Apache-2.0

import Stellar
import StellarXDR

/// The rule about addresses made to resemble known ones.
extension Rules {
    static let lookAlikes = [
        Rule(
            .lookAlike,
            .operation([]) { context, findings in
                let addresses = AddressCollector.addresses(in: context.body)
                let contracts = context.knownContracts(for: addresses)
                for address in addresses where !context.isKnown(address) && contracts?.contains(address) != true {
                    guard let other = context.addressLike(address) ?? contracts?.like(address).first else { continue }
                    findings.hold(
                        """
                        \(address) starts and ends like \(other), which is known here, but is a different address: \
                        \(differences(address, other)). Addresses like this are made to be copied by mistake: compare every \
                        group of four with the recipient
                        """, about: address)
                }
            })
    ]

    /// Where two addresses of one kind differ, counted from 1.
    private static func differences(_ a: StrKey, _ b: StrKey) -> Phrase {
        let (one, other) = (a.text.utf8, b.text.utf8)
        let places = zip(one, other).enumerated().filter { $0.element.0 != $0.element.1 }.map(\.offset)
        guard let first = places.first, let last = places.last else { return "no character differs" }
        return "\(places.count) of \(one.count) characters differ, between number \(first + 1) and number \(last + 1)"
    }
}

extension OperationContext {
    /// Whether the book has exactly this address, or it is that of the key or of the operation's own source. The
    /// journal and the files of other keys do not count: no PIN has proven them.
    fileprivate func isKnown(_ address: StrKey) -> Bool {
        if book.addresses.contains(address) || address == .publicKey(source.key) { return true }
        return transaction.key.map { address == .publicKey($0.key) } ?? false
    }

    /// A known address that this one could be mistaken for: from the book, the journal, the vault's keys or the
    /// sources.
    fileprivate func addressLike(_ address: StrKey) -> StrKey? {
        if let known = book.addresses.like(address).min(by: { $0.text < $1.text }) { return known }
        // Every address of every operation comes here: no array is made for it.
        func like(_ account: AccountID) -> StrKey? {
            let own = StrKey.publicKey(account.key)
            return own.looksLike(address) ? own : nil
        }
        for account in transaction.input.ownAccounts { if let found = like(account) { return found } }
        if let key = transaction.key, let found = like(key) { return found }
        if let found = like(source.account) ?? like(transaction.source) { return found }
        let own = source.strKey
        if own.looksLike(address) { return own }
        return transaction.input.history.destinations(like: address).first { $0.looksLike(address) }
    }

    /// The contracts of XLM and of the book's assets; nil if none of the addresses is a contract.
    fileprivate func knownContracts(for addresses: [StrKey]) -> KnownAddresses? {
        let hasContract = addresses.contains { if case .contract = $0 { true } else { false } }
        guard hasContract else { return nil }
        let assets = [.native] + book.assets
        return KnownAddresses(
            Set(assets.map { .contract(ContractIDPreimage.asset($0).contract(on: transaction.network)) }))
    }
}
