// SPDX-License-Identifier: Apache-2.0

package import Faults
import Handoff
import Stellar
import StellarXDR

/// A contact as a user describes it. Texts are as typed.
package struct NewContact: Hashable, Sendable {
    private let name: String
    private let account: String
    private let memo: String?
    private let note: String?

    /// - Parameters:
    ///   - account: an address or a federation name, which is looked up now and not again.
    ///   - memo: the memo that payments to it need, in the form of `--memo`.
    package init(name: String, account: String, memo: String? = nil, note: String? = nil) {
        self.name = name
        self.account = account
        self.memo = memo
        self.note = note
    }

    /// The contact, with the memo that a federation server requires.
    package func contact(in context: OnlineContext) throws(Failure) -> Contact {
        let given = try memo.map { text throws(Failure) in try Arguments.memo(text) } ?? .none
        var finder = AccountFinder(context)
        let found = try finder.find(account, .words("the account"))
        return try Contact(
            name: name, account: found.account, memo: try found.memo(beside: given, .words("the account")), note: note)
    }
}
