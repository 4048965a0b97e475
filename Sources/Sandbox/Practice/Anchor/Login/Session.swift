// SPDX-License-Identifier: Apache-2.0

import Stellar
import StellarXDR

/// The account that is logged in.
struct Session: Hashable, Sendable {
    private enum Holder: Hashable, Sendable {
        case account(MuxedAccount)
        case contract(ContractID)
    }

    private let holder: Holder
    /// Distinguishes the users of one `G…` account.
    let memo: UInt64?

    init(_ account: MuxedAccount, memo: UInt64?) {
        holder = .account(account)
        self.memo = memo
    }

    init(_ contract: ContractID) {
        holder = .contract(contract)
        memo = nil
    }

    /// The account; nil for a contract.
    var account: MuxedAccount? { if case .account(let account) = holder { account } else { nil } }

    /// `G…`, `M…` or `C…`.
    var address: String {
        switch holder {
        case .account(let account): account.address
        case .contract(let contract): StrKey.contract(contract).text
        }
    }

    /// `G…`, `G…:memo`, `M…` or `C…`, as in a token's `sub`.
    var subject: String { address + (memo.map { ":\($0)" } ?? "") }

    /// Parses a token's subject; nil for any other text.
    init?(subject: String) {
        let parts = subject.split(separator: ":", omittingEmptySubsequences: false)
        if parts.count == 1, case .contract(let contract)? = try? StrKey(subject) {
            self.init(contract)
            return
        }
        guard parts.count <= 2, let account = try? MuxedAccount(address: String(parts[0])) else { return nil }
        guard parts.count == 2 else {
            self.init(account, memo: nil)
            return
        }
        guard account.id == nil, let memo = UInt64(parts[1]) else { return nil }
        self.init(account, memo: memo)
    }

    /// The number that distinguishes the users of one key, from a memo or an `M…` address.
    var number: UInt64? { memo ?? account?.id }
}
