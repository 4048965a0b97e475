// SPDX-License-Identifier: Apache-2.0

package import AnchorAPI
package import Codec
package import Journal
import Stellar
import StellarXDR
package import Workspace

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

extension WebAuthClient {
    /// The client of a recorded transfer.
    ///
    /// - Throws: `.badInput` for a record with an invalid memo.
    package init(of transfer: RecordedTransfer) throws(Failure) {
        let memo = transfer.memo.map { UInt64($0) }
        guard memo != .some(nil), memo == nil || transfer.account.id == nil else {
            throw Failure(.badInput, "transfer \(transfer.number) names its client with an invalid memo")
        }
        self.init(transfer.account, memo: memo ?? nil)
    }
}
