// SPDX-License-Identifier: Apache-2.0

package import Stellar

/// What another server's page and a page of ours have to do with each other: which messages count, and what follows from them.
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
