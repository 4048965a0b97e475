// SPDX-License-Identifier: Apache-2.0

package import AddressBook
package import Anchor
package import Faults
import Stellar
import StellarXDR

extension WebAuthClient {
    /// The client that a user names.
    ///
    /// - Parameter memo: the number of a user of a shared `G…` account.
    /// - Throws: `.usage` for a memo beside an `M…`.
    package init(named account: AccountReference, memo: UInt64?, in context: OnlineContext) throws(Failure) {
        var finder = AccountFinder(context)
        let found = try finder.find(account, .account)
        guard memo == nil || found.account.id == nil else {
            throw Failure(.usage, "\(field: .memoID) does not go with an M address, which has its id")
        }
        self.init(found.account, memo: memo)
    }
}

/// The account of a client of an anchor.
package struct ClientAccount: TextValue {
    package let account: AccountReference

    /// - Parameter text: `G…`, `M…`, a contact's name or a federation name.
    package init(text: String) throws(Failure) {
        if case .contract? = try? StrKey(text) {
            throw Failure(
                .badInput, "transfers at anchors are for accounts, G... or M..., not for contract accounts",
                hint:
                    "a contract account can log in: \(step: .build(.challenge)), and \(step: .submit(.logInShowingToken))"
            )
        }
        account = try AccountReference(text: text)
    }
}
