// SPDX-License-Identifier: Apache-2.0

import SafeFiles

/// The exclusive right to submit one transaction; it ends when the program ends, however it ends.
///
/// Without it, programs that submit the same bytes concurrently could mistake the network's response to the other for the
/// response to their own. Transactions whose hashes begin with the same digits share a claim, so that one of them waits.
package final class SubmissionClaim {
    private let lock: ByteLock

    /// Nil when another program has it.
    init?(folder: String, hash: String) throws(JournalError) {
        guard let byte = UInt32(hash.prefix(8), radix: 16) else { throw .badValue("a hash that is none") }
        let path = folder + "/submit.lock"
        let taken: ByteLock?
        do { taken = try ByteLock(path: path, byte: byte) } catch {
            throw .cannotOpen(path: path, reason: error.message)
        }
        guard let lock = taken else { return nil }
        self.lock = lock
    }
}
