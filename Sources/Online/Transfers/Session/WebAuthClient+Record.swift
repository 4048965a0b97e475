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
    /// - Throws: `.badInput` for a record that names no account.
    package init(of transfer: RecordedTransfer) throws(Failure) {
        let account: MuxedAccount
        do { account = try MuxedAccount(address: transfer.account) } catch {
            throw Failure(.badInput, "--account: \(error.message)")
        }
        let memo = transfer.memo.map { UInt64($0) }
        guard memo != .some(nil), memo == nil || account.id == nil else {
            throw Failure(.badInput, "transfer \(transfer.number) names its client with an invalid memo")
        }
        self.init(account, memo: memo ?? nil)
    }
}
