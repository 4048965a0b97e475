// SPDX-License-Identifier: Apache-2.0

/// What the script of an interactive page reports.
package enum PageEvent: Hashable, Sendable {
    /// The page was loaded, or loaded again.
    case open
    /// It goes away.
    case leave
    case message(raw: String, origin: String, source: PagePost.Source)
    /// The window that it opened was closed, or no longer lets itself be seen.
    case windowClosed
    /// Time has passed.
    case tick
}
