// SPDX-License-Identifier: Apache-2.0

import SafeFiles
import Stellar

/// The exclusive right to submit one transaction; it ends when the program ends, however it ends.
///
/// Without it, programs that submit the same bytes concurrently could mistake the network's response to the other for the
/// response to their own. Transactions whose hashes begin with the same digits share a claim, so that one of them waits.
package final class SubmissionClaim {
    private let lock: ByteLock

    /// Nil when another program has it.
    init?(folder: String, hash: TransactionHash) throws(JournalError) {
        let byte = hash.bytes.prefix(4).reduce(0) { $0 << 8 | UInt32($1) }
        let path = folder + "/submit.lock"
        let taken: ByteLock?
        do { taken = try ByteLock(path: path, byte: byte) } catch {
            throw .cannotOpen(path: path, reason: error.message)
        }
        guard let lock = taken else { return nil }
        self.lock = lock
    }
}
