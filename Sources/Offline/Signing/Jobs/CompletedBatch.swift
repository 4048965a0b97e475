// SPDX-License-Identifier: Apache-2.0

package import Faults
package import Stellar

/// A signed batch whose lines are still to be delivered.
package struct CompletedBatch: ~Copyable {
    /// A result for each transaction, in the order of the file.
    package let lines: [String]
    package let hashes: [TransactionHash]
    private let record: DeliveryRecord

    init(lines: [String], hashes: [TransactionHash], record: consuming DeliveryRecord) {
        self.lines = lines
        self.hashes = hashes
        self.record = record
    }

    /// Writes to the journal that the lines have reached the user.
    package func recordDelivery() throws(Failure) { try record.write() }
}
