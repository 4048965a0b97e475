// SPDX-License-Identifier: Apache-2.0

package import AddressBook
package import Anchor
package import Faults
import Handoff
import Stellar
import StellarXDR

extension WebAuthClient {
    /// The client that a user names.
    ///
    /// - Parameters:
    ///   - text: `G…`, `M…`, a contact's name or a federation name.
    ///   - memo: the number of a user of a shared `G…` account.
    /// - Throws: `.badInput` for what is not an account, `.usage` for a memo beside an `M…`.
    package init(named text: String, memo: String?, in context: OnlineContext) throws(Failure) {
        if case .contract? = try? StrKey(text) {
            throw Failure(
                .badInput, "contract accounts log in by SEP-45, which is not supported",
                hint: "log in as an account, G... or M...")
        }
        var finder = AccountFinder(context)
        let found = try finder.find(text, "--account")
        let memo = try memo.map { text throws(Failure) in try Arguments.number(text, "--memo-id", as: UInt64.self) }
        guard memo == nil || found.account.id == nil else {
            throw Failure(.usage, "--memo-id does not go with an M address, which has its id")
        }
        self.init(found.account, memo: memo)
    }
}
