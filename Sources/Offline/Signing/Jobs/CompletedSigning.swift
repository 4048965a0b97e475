// SPDX-License-Identifier: Apache-2.0

package import Faults

/// A signed request whose result is still to be delivered.
package struct CompletedSigning: ~Copyable {
    package let result: SignedResult
    private let record: DeliveryRecord

    init(result: SignedResult, record: consuming DeliveryRecord) {
        self.result = result
        self.record = record
    }

    /// Writes to the journal that the result has reached the user.
    package func recordDelivery() throws(Failure) { try record.write() }
}
