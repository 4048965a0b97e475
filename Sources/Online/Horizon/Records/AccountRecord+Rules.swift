// SPDX-License-Identifier: Apache-2.0

import Stellar

/// Properties derived from an account's fields.
extension AccountRecord {
    /// The names of the flags that are set, as in the protocol.
    package var flagNames: [String] {
        let all = [
            ("auth_required", flags.authRequired), ("auth_revocable", flags.authRevocable),
            ("auth_immutable", flags.authImmutable), ("auth_clawback_enabled", flags.authClawbackEnabled),
        ]
        return all.filter(\.1).map(\.0)
    }

    /// The number of base reserves required: two for the account, its subentries, those it sponsors less those sponsored for it.
    package var reserveEntries: Int64 { 2 + subentryCount + sponsoring - sponsored }

    /// Whether payments to it must carry a memo.
    ///
    /// - Source: SEP-29: the data entry must be exactly `1`.
    package var requiresMemo: Bool {
        data["config.memo_required"] == [UInt8(ascii: "1")]
    }
}
