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
                .badInput, "transfers at anchors are for accounts, G... or M..., not for contract accounts",
                hint:
                    "a contract account can log in: \(step: .build(.challenge)), and \(step: .submit(.logInShowingToken))"
            )
        }
        var finder = AccountFinder(context)
        let found = try finder.find(text, .account)
        let memo = try memo.map { text throws(Failure) in try Arguments.number(text, .memoID, as: UInt64.self) }
        guard memo == nil || found.account.id == nil else {
            throw Failure(.usage, "\(field: .memoID) does not go with an M address, which has its id")
        }
        self.init(found.account, memo: memo)
    }
}
