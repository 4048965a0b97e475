// SPDX-License-Identifier: Apache-2.0

package import Faults
import Handoff
import SodiumKit
import Stellar
package import TextCodec
package import Vault

extension KeyInfo {
    /// The JSON document about a key.
    ///
    /// - Parameter state: the vault, which records the last drill; nil if it cannot be read.
    package func document(in state: VaultState?) -> JSON {
        [
            "name": .string(name.text), "public_key": .string(publicKey.address),
            "kind": .string(kind.rawValue), "account_index": account.map { .integer($0) } ?? .null,
            "fingerprint": fingerprint.map { .string(Hex.encode($0)) } ?? .null,
            "second_factor": .bool(hasSecondFactor), "created": .string(created.rfc3339),
            "drilled": state?.seal(name)?.drilled.map { .string($0.rfc3339) } ?? .null,
            "argon2id": [
                "passes": .integer(parameters.passes), "memory_bytes": .integer(parameters.memory),
            ],
        ]
    }

    /// Lines for the user.
    ///
    /// - Parameter state: as above.
    package func lines(in state: VaultState?) -> [String] {
        let words = kind == .bip39Seed ? "words, stored as their seed" : "a mnemonic"
        var origin = account.map { "\(words), \(DerivationPath(account: $0).text)" } ?? "an imported secret key"
        if let fingerprint { origin += ", fingerprint \(Hex.encode(fingerprint))" }
        let drilled = state?.seal(name)?.drilled
        return [
            "name      \(name.text)", "account   \(publicKey.address)", "from      \(origin)",
            "created   \(created.utc)",
            "sealed    Argon2id, \(parameters.text)\(hasSecondFactor ? ", and a second factor" : "")",
            "backup    " + (drilled.map { "tried at \($0.utc)" } ?? "never tried: coldstar-sign key drill"),
        ]
    }

    /// Compares an account, typed or scanned, with the key's.
    ///
    /// - Throws: `.badInput` for another one, with the first character that differs.
    package func check(isAccount text: String) throws(Failure) {
        let typed = text.filter { $0 != " " }
        let address = publicKey.address
        guard typed != address else { return }
        let place = zip(typed, address).enumerated().first { $1.0 != $1.1 }?.offset ?? min(typed.count, address.count)
        throw Failure(
            .badInput, "this is not the account of \(name.text): they differ at character \(place + 1)",
            hint: "the key's account is \(address)")
    }
}

extension ListedKey {
    /// The JSON document about a key in a list; a damaged one is there with its error.
    ///
    /// - Parameter state: as above.
    package func document(in state: VaultState?) -> JSON {
        switch info {
        case .success(let info): info.document(in: state)
        case .failure(let error): ["name": .string(name.text), "error": .string(error.message)]
        }
    }
}
