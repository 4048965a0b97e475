// SPDX-License-Identifier: Apache-2.0

/// What a page is shown on.
package struct Screen: Hashable, Sendable {
    /// How wide a page is where there is no terminal, and on any that is wider.
    package static let usualColumns = 80
    /// Fewer have no room for a label and a few groups of an address.
    static let fewestColumns = 30

    /// For a terminal only.
    package let colours: Bool
    /// How long a line may be.
    package let columns: Int

    /// The same with another number of columns.
    package func with(columns: Int) -> Screen { Screen(colours: colours, columns: columns) }

    /// - Parameter columns: those of the terminal; nil where there is none.
    package init(colours: Bool = false, columns: Int? = nil) {
        self.colours = colours
        self.columns = max(min(columns ?? Self.usualColumns, Self.usualColumns), Self.fewestColumns)
    }
}
