// SPDX-License-Identifier: Apache-2.0

/// A message event of the page, as its script saw it.
package struct RampPost: Hashable, Sendable {
    /// Which window sent it.
    package enum Source: String, Hashable, Sendable, CaseIterable {
        /// The frame of the transfer.
        case frame
        /// The onboarding window.
        case onboarding
        /// Anything else: another frame, an extension, a window that this page opened.
        case other
    }

    /// The page that forwards it: of two pages of one session only the last one counts.
    package let page: String
    /// The text of the data, or the data as JSON.
    package let raw: String
    /// `event.origin`.
    package let origin: String
    package let source: Source

    package init(page: String, raw: String, origin: String, source: Source) {
        self.page = page
        self.raw = raw
        self.origin = origin
        self.source = source
    }
}
