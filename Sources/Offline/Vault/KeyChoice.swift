// SPDX-License-Identifier: Apache-2.0

package import StellarXDR

/// The key that is meant where none was named.
package enum KeyChoice: Hashable, Sendable {
    /// The only one there is.
    case only(KeyName)
    /// The one of several that has to sign.
    case owner(KeyName)
    /// Several keys have to sign, or none of several does.
    case ambiguous([KeyName])
    case none

    /// - Parameters:
    ///   - keys: all of a vault; one whose file does not read can be the only one, and its complaint is better than none.
    ///   - accounts: who has to sign, the most important first: of several keys the first of these decides.
    package init(among keys: [ListedKey], for accounts: [AccountID]) {
        guard let first = keys.first else {
            self = .none
            return
        }
        guard keys.count > 1 else {
            self = .only(first.name)
            return
        }
        for account in accounts {
            let owners = keys.filter { key in (try? key.info.get().publicKey) == account }
            if owners.count == 1 {
                self = .owner(owners[0].name)
                return
            }
            // The same account under two names: nothing tells which PIN is known.
            if owners.count > 1 {
                self = .ambiguous(owners.map(\.name))
                return
            }
        }
        self = .ambiguous(keys.map(\.name))
    }
}
