// SPDX-License-Identifier: Apache-2.0

package import Anchor
package import Faults
package import Journal
import Stellar
import StellarXDR
import TextCodec

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
