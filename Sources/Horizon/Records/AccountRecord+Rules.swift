// SPDX-License-Identifier: Apache-2.0

import Stellar

/// What follows from an account's entries.
extension AccountRecord {
    /// Whether payments to it must carry a memo.
    ///
    /// - Source: SEP-29: the data entry must be exactly `1`.
    package var requiresMemo: Bool {
        data["config.memo_required"] == [UInt8(ascii: "1")]
    }
}
