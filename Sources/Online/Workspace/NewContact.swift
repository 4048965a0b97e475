// SPDX-License-Identifier: Apache-2.0

package import Codec
import Handoff
import Stellar
package import StellarXDR

/// A contact as a user describes it.
package struct NewContact: Hashable, Sendable {
    private let name: String
    private let account: AccountReference
    private let memo: Memo?
    private let note: String?

    /// - Parameters:
    ///   - account: a federation name is looked up now and not again.
    ///   - memo: the memo that payments to it need.
    package init(name: String, account: AccountReference, memo: Memo? = nil, note: String? = nil) {
        self.name = name
        self.account = account
        self.memo = memo
        self.note = note
    }

    /// The contact, with the memo that a federation server requires.
    package func contact(in context: OnlineContext) throws(Failure) -> Contact {
        var finder = AccountFinder(context)
        let found = try finder.find(account, .words("the account"))
        return try Contact(
            name: name, account: found.account, memo: try found.memo(beside: memo ?? .none, .words("the account")),
            note: note)
    }
}
