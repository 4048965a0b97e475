// SPDX-License-Identifier: Apache-2.0

package import Faults
package import Journal
package import Stellar

extension OnlineJournal {
    /// The journal's record of a signed transaction; nil when it was never queued here.
    package func submission(hash: TransactionHash) throws(Failure) -> Submission? {
        do { return try store.submission(hash: hash) } catch { throw Failure(error) }
    }
}
