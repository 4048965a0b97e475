// SPDX-License-Identifier: Apache-2.0

/// A message event of the page, as its script saw it.
package struct PagePost: Hashable, Sendable {
    /// Which window sent it.
    package enum Source: String, Hashable, Sendable, CaseIterable {
        /// The frame of the page.
        case frame
        /// The frame that was opened for an onboarding.
        case onboarding
        /// The window that the page opened.
        case window
        /// Anything else: another frame, an extension.
        case other
    }

    /// The page that forwards it: of two pages of one flow only the last one counts.
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
