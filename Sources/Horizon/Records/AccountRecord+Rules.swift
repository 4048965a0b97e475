// SPDX-License-Identifier: Apache-2.0

import Stellar
package import StellarXDR

/// What follows from an account's entries.
extension AccountRecord {
    /// What it holds of one asset; nil without a trustline.
    package func balance(of asset: Asset) -> AccountBalance? {
        balances.first { $0.asset == asset }
    }

    /// Whether payments to it must carry a memo.
    ///
    /// - Source: SEP-29: the data entry must be exactly `1`.
    package var requiresMemo: Bool {
        data["config.memo_required"] == [UInt8(ascii: "1")]
    }
}
