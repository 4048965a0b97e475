// SPDX-License-Identifier: Apache-2.0

package import Stellar

/// The outcome of an intent.
package struct SigningOutcome: Hashable, Sendable {
    package let time: Timestamp
    package let hash: TransactionHash
    package let result: Result

    /// The result; its raw value is written to the journal.
    package enum Result: String, Hashable, Sendable {
        /// The signature exists.
        case signed
        /// The signature was written to the user's destination.
        case delivered
        /// No signature was created.
        case failed
    }

    package init(time: Timestamp, hash: TransactionHash, result: Result) {
        self.time = time
        self.hash = hash
        self.result = result
    }
}
