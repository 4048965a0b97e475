// SPDX-License-Identifier: Apache-2.0

package import Codec
package import Journal
package import Stellar

/// A transaction with which a run could not continue.
package struct AbandonedTransaction {
    package let hash: TransactionHash
    /// The journal's record; nil if the journal has none and this run did not submit it.
    package let submission: Submission?

    /// The JSON document of the transaction, in the form of the others of its run.
    ///
    /// - Parameters:
    ///   - failure: why the run could not continue.
    ///   - style: that of the front end.
    package func document(because failure: Failure, in style: some WordingStyle) -> JSON {
        submission.map { $0.document() } ?? [
            "version": 1, "hash": .string(hash.hex), "status": "pending", "attempts": 0, "state": "new",
            "reason": .string(failure.wording.text(in: style)),
        ]
    }
}
