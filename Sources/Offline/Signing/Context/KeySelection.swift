// SPDX-License-Identifier: Apache-2.0

package import Codec
import Review
package import Stellar
package import Vault

/// The keys that a job uses: the named ones, or the one that follows from the vault and the transaction.
package struct KeySelection: Hashable, Sendable {
    package let names: [KeyName]
    /// Says which key was chosen and why; nil if the keys were named.
    package let note: String?

    /// - Throws: `.usage` for a name given twice, `.badInput` for one that is not a key name.
    package init(named texts: [String]) throws(Failure) {
        var names: [KeyName] = []
        for text in texts {
            let name = try KeyName(typed: text)
            guard !names.contains(name) else { throw Failure(.usage, "\(field: .key) \(name.text) is given twice") }
            names.append(name)
        }
        self.names = names
        note = nil
    }

    /// The named key, or the only one of the vault.
    package init(one text: String?, in vault: Vault) throws(Failure) {
        if let text { try self.init(named: [text]) } else { try self.init(among: try vault.keys(), for: []) }
    }

    /// The named keys, or the key to use when none is named.
    ///
    /// - Parameter identities: the keys that have to sign, most important first; called only if no key is named and the vault
    ///   has several.
    package init(
        named: KeySelection?, in vault: Vault, for identities: () throws(Failure) -> [KeyIdentity] = { [] }
    ) throws(Failure) {
        if let named {
            self = named
        } else {
            let keys = try vault.keys()
            try self.init(among: keys, for: keys.count > 1 ? try identities() : [])
        }
    }

    /// The key to use when none is named.
    ///
    /// - Parameter identities: the keys that have to sign, most important first; needed only among several keys.
    /// - Throws: `.usage` if there is no key, or several fit.
    package init(among keys: [ListedKey], for identities: [KeyIdentity]) throws(Failure) {
        switch KeyChoice(among: keys, for: identities) {
        case .only(let name): (names, note) = ([name], "key       \(name.text), the only one")
        case .owner(let name): (names, note) = ([name], "key       \(name.text), which has to sign")
        case .ambiguous(let names):
            throw Failure(
                .usage, "\(field: .key) is missing: it could be \(names.map(\.text).joined(separator: ", "))",
                hint: "\(field: .key, "NAME") says which key is to sign")
        case .none:
            throw Failure(
                .usage, "\(field: .key) is missing, and the vault has no key",
                hint: "to make one: \(step: .sign(.newKey))")
        }
    }
}

extension Vault {
    /// All keys, sorted by name; a damaged one is listed with its error.
    package func keys() throws(Failure) -> [ListedKey] {
        do { return try list() } catch { throw Failure(error) }
    }

    /// The public part of a key's file.
    package func key(_ name: KeyName) throws(Failure) -> KeyInfo {
        do { return try info(name) } catch { throw Failure(error) }
    }
}

extension KeyName {
    /// A key name as the user typed it.
    ///
    /// - Throws: `.usage` for a secret key in the place of the name, `.badInput` for anything else that is not a name.
    package init(typed text: String) throws(Failure) {
        try SecretInPlaceOfName.check(text, "the name of the key")
        do { self = try KeyName(text) } catch { throw Failure(error) }
    }
}

/// A secret typed where a name belongs, a likely mistake with `key import`.
package enum SecretInPlaceOfName {
    /// Rejects a secret without storing or repeating it.
    package static func check(_ text: String, _ what: String) throws(Failure) {
        guard MessageKind(Array(text.utf8)) == .secret else { return }
        throw Failure(
            .usage, "\(what) is \(MessageKind.secret.rawValue), which is not repeated here",
            hint: "it may be in the shell's history; this asks for the secret: \(step: .sign(.importKey))")
    }
}
