// SPDX-License-Identifier: Apache-2.0

package import Faults
import Handoff
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

extension Book {
    /// An account as the user enters it.
    ///
    /// - Parameters:
    ///   - thresholds: `low,medium,high`.
    ///   - signers: the other signers, `G...:WEIGHT`; also by contact, and without a weight for 1.
    /// - Throws: `.badInput` for what is not an account, number or signer; `.usage` unless there are three thresholds.
    package func knownAccount(
        _ account: String, masterWeight: String, thresholds: String, signers: [String]
    ) throws(Failure) -> KnownAccount {
        var levels: [UInt32] = []
        for text in thresholds.split(separator: ",", omittingEmptySubsequences: false) {
            levels.append(UInt32(try Arguments.number(String(text), .thresholds, as: UInt8.self)))
        }
        guard levels.count == 3 else { throw Failure(.usage, .thresholds, "three numbers, low,medium,high") }
        var known = KnownAccount(
            account: try Arguments.accountID(account, .words("ACCOUNT")),
            masterWeight: UInt32(try Arguments.number(masterWeight, .masterWeight, as: UInt8.self)),
            low: levels[0], medium: levels[1], high: levels[2])
        for text in signers {
            let parts = text.split(separator: ":", maxSplits: 1).map(String.init)
            let key = try signer(parts.first ?? "")
            let weight = try Arguments.number(parts.count == 2 ? parts[1] : "1", .signer, as: UInt8.self)
            try known.add(signer: key, weight: weight)
        }
        return known
    }

    /// The key of a signer that is given by its address or as a contact.
    ///
    /// - Throws: `.badInput` for anything else.
    package func signer(_ text: String) throws(Failure) -> SignerKey {
        do { return try SignerKey(address: text) } catch {
            if let contact = contact(named: text) { return .ed25519(contact.account.key) }
            throw Failure(.badInput, .signer, "\(error.message)")
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
