// SPDX-License-Identifier: Apache-2.0

import Stellar
package import StellarXDR
import TextCodec

/// What the accounts of a transaction are called on the online side.
package struct AccountNames: Hashable, Sendable {
    private var found: [FoundAccount] = []

    package init() {}

    /// Keeps the name of an account that was not given by its address.
    package mutating func add(_ account: FoundAccount) {
        guard account.origin != .address, !found.contains(account) else { return }
        found.append(account)
    }

    /// The name under which the account was found.
    package func name(of account: AccountID) -> String? { found.first { $0.account.account == account }?.name }

    /// A line for each name: what it resolved to, and by whose word.
    package var lines: [String] {
        found.map { account in
            let memo = account.memo == .none ? "" : ", memo \(account.memo.argument)"
            let origin = account.origin == .contact ? "a contact" : "by federation"
            return "name      \(account.label) is \(account.account.address)\(memo) (\(origin))"
        }
    }

    static func escaped(_ text: String) -> String { TerminalText.escape(text) }
}
