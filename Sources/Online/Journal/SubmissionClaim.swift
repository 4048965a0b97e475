// SPDX-License-Identifier: Apache-2.0

import SafeFiles

/// The right to send one transaction: one program at a time has it, and loses it when it ends, however it ends.
///
/// Programs that sent the same bytes at once would take the network's answer to the other for the one to their own. Transactions
/// whose hashes begin alike share a claim, which makes one of them wait.
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
