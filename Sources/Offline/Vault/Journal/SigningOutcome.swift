// SPDX-License-Identifier: Apache-2.0
package import Stellar

/// What became of an intent.
package struct SigningOutcome: Hashable, Sendable {
    package let time: Timestamp
    package let hash: TransactionHash
    package let result: Result

    /// The raw value stands in the journal.
    package enum Result: String, Hashable, Sendable {
        /// The signature exists.
        case signed
        /// The signature was written to where the user wanted it.
        case delivered
        /// No signature came into being.
        case failed
    }

    package init(time: Timestamp, hash: TransactionHash, result: Result) {
        self.time = time
        self.hash = hash
        self.result = result
    }
}
