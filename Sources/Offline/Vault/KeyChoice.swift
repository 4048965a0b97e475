// SPDX-License-Identifier: Apache-2.0

package import Stellar

/// The key to use when the user did not name one.
package enum KeyChoice: Hashable, Sendable {
    /// The vault has only this key, or only this one of the chain.
    case only(KeyName)
    /// The key, among several, that has to sign.
    case owner(KeyName)
    /// Several keys have to sign, or none of several does.
    case ambiguous([KeyName])
    case none

    /// - Parameters:
    ///   - keys: all keys of the vault. A key whose file cannot be read can still be the only one: its error is more useful than none.
    ///   - identities: the keys that have to sign, most important first; the first that is in the vault decides. Keys of other chains are
    ///     left out of the choice, unless they are all that there is.
    package init(among keys: [ListedKey], for identities: [KeyIdentity]) {
        let chains = identities.map(\.chain)
        let fitting = keys.filter { key in
            (try? key.info.get()).map { chains.isEmpty || chains.contains($0.chain) } ?? true
        }
        let keys = fitting.isEmpty ? keys : fitting
        guard let first = keys.first else {
            self = .none
            return
        }
        guard keys.count > 1 else {
            self = .only(first.name)
            return
        }
        for identity in identities {
            let owners = keys.filter { key in (try? key.info.get())?.identity == identity }
            if owners.count == 1 {
                self = .owner(owners[0].name)
                return
            }
            // Two names for one account: the PIN that the user knows could be either's.
            if owners.count > 1 {
                self = .ambiguous(owners.map(\.name))
                return
            }
        }
        self = .ambiguous(keys.map(\.name))
    }
}
