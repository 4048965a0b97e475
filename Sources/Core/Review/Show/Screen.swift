// SPDX-License-Identifier: Apache-2.0

/// The output that a page is formatted for.
package struct Screen: Hashable, Sendable {
    /// The width of a page without a terminal, and the maximum with one.
    package static let usualColumns = 80
    /// Fewer leave no room for a label and a few groups of an address.
    static let fewestColumns = 30

    /// For a terminal only.
    package let colours: Bool
    /// The maximum length of a line.
    package let columns: Int

    /// This screen with another number of columns.
    package func with(columns: Int) -> Screen { Screen(colours: colours, columns: columns) }

    /// - Parameter columns: the terminal's columns; nil without a terminal.
    package init(colours: Bool = false, columns: Int? = nil) {
        self.colours = colours
        self.columns = max(min(columns ?? Self.usualColumns, Self.usualColumns), Self.fewestColumns)
    }
}
