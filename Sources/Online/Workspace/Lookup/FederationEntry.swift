// SPDX-License-Identifier: Apache-2.0

import AnchorAPI
package import Codec
import Handoff
import Stellar
package import StellarXDR

/// What a federation server says of a name or of an account (SEP-2).
package enum FederationEntry: Presentable, Sendable {
    /// The account of a name.
    case account(FoundAccount)
    /// The name of an account, `G…`; the name is not escaped.
    case name(String, of: String)

    /// The account of a federation name.
    ///
    ///
    /// - Throws: `.badInput` for a reference that is not a federation name.
    package init(named name: AccountReference, in context: OnlineContext) throws(Failure) {
        guard case .federation = name else {
            throw Failure(.badInput, .words("the name"), "not a federation name such as name*example.com")
        }
        var finder = AccountFinder(context)
        self = .account(try finder.find(name, .words("the name")))
    }

    /// The name that a domain knows for an account.
    ///
    package init(of account: AccountID, at homeDomain: String, in context: OnlineContext) throws(Failure) {
        self = .name(try context.name(of: account, at: homeDomain).text, of: account.address)
    }

    package var document: JSON {
        switch self {
        case .account(let found):
            [
                "name": .string(found.name), "account": .string(found.account.address),
                "memo_type": found.memo == .none ? .null : .string(found.memo.kind),
                "memo": found.memo.value.map { .string($0) } ?? .null,
            ]
        case .name(let name, let account): ["name": .string(name), "account": .string(account)]
        }
    }

    package var text: [TextPart] {
        switch self {
        case .account(let found):
            [.line("account  \(found.account.address)")]
                + (found.memo == .none ? [] : [.line("memo     \(found.memo.shown)")])
        case .name(let name, _): [.line("name     \(TerminalText.escape(name))")]
        }
    }
}
