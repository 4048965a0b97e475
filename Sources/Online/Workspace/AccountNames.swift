// SPDX-License-Identifier: Apache-2.0

import Codec
import Stellar
package import StellarXDR

/// The names of a transaction's accounts on the online side.
package struct AccountNames: Hashable, Sendable {
    private var found: [FoundAccount] = []
    private var names: [AccountID: String] = [:]

    package init() {}

    /// Adds the name of an account that was not given by its address.
    package mutating func add(_ account: FoundAccount) {
        guard account.origin != .address, names[account.account.account] == nil else { return }
        names[account.account.account] = account.name
        found.append(account)
    }

    /// The name under which the account was found first.
    package func name(of account: AccountID) -> String? { names[account] }

    /// A line for each name, with the account it resolved to and the source of that statement.
    package var lines: [String] {
        found.map { account in
            let memo = account.memo == .none ? "" : ", memo \(account.memo.shown)"
            let origin = account.origin == .contact ? "a contact" : "by federation"
            return "name      \(account.label) is \(account.account.address)\(memo) (\(origin))"
        }
    }

    static func escaped(_ text: String) -> String { TerminalText.escape(text) }
}
