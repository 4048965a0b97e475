// SPDX-License-Identifier: Apache-2.0

package import Stellar

/// What another server's page and a page of ours have to do with each other: which messages count, and what follows
/// from them.
///
/// Pure: it has no clock, no connection and no browser.
///
/// - Source: HTML §Cross-document messaging; SEP-24 §Adding parameters to the URL.
package protocol InteractiveFlow: Sendable {
    associatedtype Record: Hashable & Sendable

    var container: PageContainer { get }
    /// The page of ours that counts: the one that was opened last; nil when none is there.
    var page: String? { get }
    /// Whether nothing follows from messages any more.
    var isEnded: Bool { get }

    /// - Parameter page: the page of ours that reports the event.
    mutating func take(_ event: PageEvent, from page: String, at now: Timestamp) -> PageReaction<Record>
}

/// Where another server's page is shown: inside a page of ours, or in a window that a page of ours opens.
package enum PageContainer: Hashable, Sendable {
    /// - Parameter look: how the frame is placed, for the style sheet.
    case frame(url: String, origin: WebOrigin, look: String)
    case window(url: String, origin: WebOrigin)

    /// The address to load.
    package var url: String {
        switch self {
        case .frame(let url, _, _), .window(let url, _): url
        }
    }

    /// The only origin whose messages count.
    package var origin: WebOrigin {
        switch self {
        case .frame(_, let origin, _), .window(_, let origin): origin
        }
    }

    package var isWindow: Bool {
        switch self {
        case .frame: false
        case .window: true
        }
    }
}
