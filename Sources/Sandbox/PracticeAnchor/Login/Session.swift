// SPDX-License-Identifier: Apache-2.0
import Stellar
import StellarXDR

/// Who is logged in.
struct Session: Hashable, Sendable {
    let account: MuxedAccount
    /// Tells the users of one `G…` apart.
    let memo: UInt64?

    init(_ account: MuxedAccount, memo: UInt64?) {
        self.account = account
        self.memo = memo
    }

    /// `G…`, `G…:memo` or `M…`, as a token's `sub` has it.
    var subject: String { account.address + (memo.map { ":\($0)" } ?? "") }

    /// From a subject; nil for any other text.
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

    /// The number that tells the users of one key apart, from either kind of address.
    var number: UInt64? { memo ?? account.id }
}
