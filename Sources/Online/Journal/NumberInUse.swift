// SPDX-License-Identifier: Apache-2.0

/// A sequence number of an account that something built or signed here has, and that the journal does not know to be settled.
package struct NumberInUse: Hashable, Sendable {
    package let sequence: Int64
    package let hash: String
    package let note: String?
    /// When the request was emitted or the signed transaction came, unix seconds.
    package let time: Int64
    /// Nil while it was not taken for sending.
    package let state: SubmissionState?
    /// The end of its validity, unix seconds; nil without one, and for a request alone, whose document says it.
    package let maxTime: Int64?
    /// How many signatures came back.
    package let signatures: Int
    /// Which of the journal's requests it is; nil for what was never asked for here.
    package let request: Int64?

    /// Whether somebody has signed it.
    package var isSigned: Bool { state != nil || signatures > 0 }

    /// Whether it is a request that was recorded after the mark.
    package func isNewer(than mark: JournalMark) -> Bool { request.map { $0 > mark.request } ?? false }
}
