// SPDX-License-Identifier: Apache-2.0

package import Faults
import Stellar

/// A signed batch whose lines are still to be delivered.
package struct CompletedBatch: ~Copyable {
    /// A result for each transaction, in the order of the file.
    package let lines: [String]
    /// The same results as response documents, which QR codes carry in any format.
    package let responses: [String]
    /// What was signed in each line.
    package let outcomes: [SignedOutcome]
    private let record: DeliveryRecord

    init(lines: [String], responses: [String], outcomes: [SignedOutcome], record: consuming DeliveryRecord) {
        self.lines = lines
        self.responses = responses
        self.outcomes = outcomes
        self.record = record
    }

    /// Writes to the journal that the lines have reached the user.
    package func recordDelivery() throws(Failure) { try record.write() }
}
