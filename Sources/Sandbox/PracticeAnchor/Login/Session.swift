// SPDX-License-Identifier: Apache-2.0

import Stellar
import StellarXDR

/// The account that is logged in.
struct Session: Hashable, Sendable {
    let account: MuxedAccount
    /// Distinguishes the users of one `G…` account.
    let memo: UInt64?

    init(_ account: MuxedAccount, memo: UInt64?) {
        self.account = account
        self.memo = memo
    }

    /// `G…`, `G…:memo` or `M…`, as in a token's `sub`.
    var subject: String { account.address + (memo.map { ":\($0)" } ?? "") }

    /// Parses a token's subject; nil for any other text.
    init?(subject: String) {
        let parts = subject.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count <= 2, let account = try? MuxedAccount(address: String(parts[0])) else { return nil }
        self.account = account
        guard parts.count == 2 else {
            memo = nil
            return
        }
        guard account.id == nil, let memo = UInt64(parts[1]) else { return nil }
        self.memo = memo
    }

    /// The number that distinguishes the users of one key, from a memo or an `M…` address.
    var number: UInt64? { memo ?? account.id }
}
