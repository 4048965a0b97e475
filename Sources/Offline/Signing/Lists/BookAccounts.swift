// SPDX-License-Identifier: Apache-2.0

package import Codec
package import Review
import Stellar
package import StellarXDR

extension KnownAccount {
    /// Adds another signer.
    ///
    /// - Throws: `.badInput` for the account's own key, and for one that is there already.
    package mutating func add(signer key: SignerKey, weight: UInt8) throws(Failure) {
        guard key != .ed25519(account.key) else {
            throw Failure(
                .badInput, .signer, "\(key.address) is the account's own key",
                hint: "its weight goes with \(field: .masterWeight)")
        }
        guard !signers.contains(where: { $0.key == key }) else {
            throw Failure(.badInput, .signer, "\(key.address) is given twice")
        }
        signers.append(Signer(key: key, weight: UInt32(weight)))
    }
}

/// The thresholds of an account.
package struct Thresholds: TextValue, Hashable {
    package let low, medium, high: UInt8

    /// - Parameter text: `low,medium,high`.
    package init(text: String) throws(Failure) {
        let levels = try text.split(separator: ",", omittingEmptySubsequences: false).map { part throws(Failure) in
            try UInt8.read(String(part))
        }
        guard levels.count == 3 else { throw Failure(.usage, "three numbers, low,medium,high") }
        (low, medium, high) = (levels[0], levels[1], levels[2])
    }
}

/// Another signer of an account, and its weight.
package struct WeightedSigner: TextValue, Hashable {
    /// The signer, by its address or as a contact.
    package let signer: SignerName
    package let weight: UInt8

    /// - Parameter text: `SIGNER:WEIGHT`, or without a weight for 1.
    package init(text: String) throws(Failure) {
        let parts = text.split(separator: ":", maxSplits: 1).map(String.init)
        signer = SignerName(parts.first ?? "")
        weight = parts.count == 2 ? try UInt8.read(parts[1]) : 1
    }
}

/// A signer as the user names it.
package enum SignerName: Hashable, Sendable {
    case key(SignerKey)
    case contact(String)

    /// - Parameter text: `G…`, `T…`, `X…` or `P…`; anything else can only be a contact.
    package init(_ text: String) {
        if let key = try? SignerKey(address: text) { self = .key(key) } else { self = .contact(text) }
    }
}

extension Book {
    /// An account as the user enters it.
    ///
    /// - Parameter signers: the other signers.
    /// - Throws: `.badInput` for a signer that is neither a key nor a contact of the book.
    package func knownAccount(
        _ account: AccountID, masterWeight: UInt8, thresholds: Thresholds, signers: [WeightedSigner]
    ) throws(Failure) -> KnownAccount {
        var known = KnownAccount(
            account: account, masterWeight: UInt32(masterWeight), low: UInt32(thresholds.low),
            medium: UInt32(thresholds.medium), high: UInt32(thresholds.high))
        for other in signers { try known.add(signer: try signer(other.signer), weight: other.weight) }
        return known
    }

    /// The key of a signer.
    ///
    /// - Throws: `.badInput` for a contact that the book does not have.
    package func signer(_ name: SignerName) throws(Failure) -> SignerKey {
        switch name {
        case .key(let key): return key
        case .contact(let text):
            if let contact = contact(named: text) {
                guard let account = contact.account else {
                    throw Failure(.badInput, .signer, "\(contact.name) is a contract, which cannot sign for an account")
                }
                return .ed25519(account.key)
            }
            return try FieldID.signer.value(of: text)
        }
    }

    /// The book with an account more.
    ///
    /// - Parameter replacing: whether it may take the place of what the book has of this account.
    /// - Throws: `.cannotCreate` if the book has the account with other signers or thresholds.
    package func adding(_ known: KnownAccount, replacing: Bool) throws(Failure) -> Book {
        if !replacing, let old = account(known.account), old != known {
            throw Failure(
                .cannotCreate, "the book has this account with other signers or thresholds",
                hint: "\(field: .replace) puts the new ones in their place; nothing of the old ones stays")
        }
        return adding(accounts: [known])
    }

    /// The book without an account.
    ///
    /// - Throws: `.noInput` if there is none.
    package func removing(knownAccount account: AccountID) throws(Failure) -> Book {
        guard self.account(account) != nil else {
            throw Failure(.noInput, "the book has no account \(account.address)")
        }
        return removing(account: account)
    }
}
