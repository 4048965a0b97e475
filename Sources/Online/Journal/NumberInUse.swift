// SPDX-License-Identifier: Apache-2.0

package import Stellar

/// A sequence number used by a transaction that was built or signed here and is not known to be settled.
package struct NumberInUse: Hashable, Sendable {
    package let sequence: Int64
    package let hash: TransactionHash
    package let note: String?
    /// When the request was emitted or the signed transaction was imported, unix seconds.
    package let time: Int64
    /// The submission state; nil when it was not queued for submission.
    package let state: SubmissionState?
    /// The upper time bound, unix seconds; nil without one, and for a request alone, whose document states it.
    package let maxTime: Int64?
    /// The number of signatures that came back.
    package let signatures: Int
    /// The row number of its request; nil when it was not requested here.
    package let request: Int64?

    /// Whether it has been signed.
    package var isSigned: Bool { state != nil || signatures > 0 }

    /// Whether its request was recorded after the mark.
    package func isNewer(than mark: JournalPosition) -> Bool { request.map { $0 > mark.request } ?? false }
}
