// SPDX-License-Identifier: Apache-2.0

package import Faults
import Horizon
package import Preflight
import Stellar
package import StellarXDR
package import TextCodec

/// What an account holds, and who issues it.
package struct HoldingList: Presentable, Sendable {
    private let account: AccountID
    package let holdings: [HeldBalance]

    /// - Throws: `.badInput` for an account that does not exist.
    package init(of account: AccountID, in view: inout LedgerView) throws(Failure) {
        self.account = account
        holdings = try HeldBalance.all(of: try view.existing(account), in: &view)
    }

    package var document: JSON {
        ["account": .string(account.address), "assets": .array(holdings.map(\.json))]
    }

    package var text: [TextPart] {
        [.table([HeldBalance.header] + holdings.map(\.cells), rightAligned: [1], strong: [1])]
    }
}
