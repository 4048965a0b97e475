// SPDX-License-Identifier: Apache-2.0

/// One line of the append-only log of a transfer through Meso's ramp.
package struct RecordedRampEvent: Hashable, Sendable {
    /// What happened. The raw values are stored and never change.
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        /// A page was loaded, or loaded again.
        case opened
        /// The page went away.
        case gone
        /// One of the nine events of meso-js.
        case event
        /// What the frame said about a transfer.
        case status
        /// The frame asked for the signature of a message.
        case requested
        /// It asked again for the one that is open.
        case repeated
        /// The open request no longer counts.
        case voided
        /// A response with a valid signature came back.
        case signed
        /// The signature was handed to the frame.
        case replied
        /// The frame was told that there is no signature.
        case refused
        /// The open request's time ran out.
        case expired
        /// The frame asked for a payment, which Coldstar does not make.
        case payout
        /// The onboarding window opened or closed.
        case onboarding
        /// A message that did not count.
        case ignored
        /// Nothing counts any more.
        case ended
    }

    /// The journal's number; 0 before it is saved.
    package var number: Int64 = 0
    /// Unix seconds.
    package let time: Int64
    package let kind: Kind
    /// A JSON object.
    package let detail: String

    package init(number: Int64 = 0, time: Int64, kind: Kind, detail: String) {
        self.number = number
        self.time = time
        self.kind = kind
        self.detail = detail
    }
}
