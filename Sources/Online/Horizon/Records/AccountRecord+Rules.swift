// SPDX-License-Identifier: Apache-2.0

import Stellar

/// What follows from an account's entries.
extension AccountRecord {
    /// The flags that are set, by the protocol's names.
    package var flagNames: [String] {
        let all = [
            ("auth_required", flags.authRequired), ("auth_revocable", flags.authRevocable),
            ("auth_immutable", flags.authImmutable), ("auth_clawback_enabled", flags.authClawbackEnabled),
        ]
        return all.filter(\.1).map(\.0)
    }

    /// Entries that count towards its reserve: two for the account, subentries, what it sponsors less what others do.
    package var reserveEntries: Int64 { 2 + subentryCount + sponsoring - sponsored }

    /// Whether payments to it must carry a memo.
    ///
    /// - Source: SEP-29: the data entry must be exactly `1`.
    package var requiresMemo: Bool {
        data["config.memo_required"] == [UInt8(ascii: "1")]
    }
}
