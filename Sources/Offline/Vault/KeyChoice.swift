// SPDX-License-Identifier: Apache-2.0

package import Chains

/// The key to use when the user did not name one.
package enum KeyChoice: Hashable, Sendable {
    /// The vault has only this key.
    case only(KeyName)
    /// The key, among several, that has to sign.
    case owner(KeyName)
    /// Several keys have to sign, or none of several does.
    case ambiguous([KeyName])
    case none

    /// - Parameters:
    ///   - keys: all keys of the vault. A key whose file cannot be read can still be the only one: its error is more useful than none.
    ///   - identities: the keys that have to sign, by what they are known by, most important first; the first that is in the vault decides.
    package init(among keys: [ListedKey], for identities: [KeyIdentity]) {
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
