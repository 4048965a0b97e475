// SPDX-License-Identifier: Apache-2.0

package import Codec
package import Stellar

/// The output that a page is formatted for.
package struct Screen: Sendable {
    /// The width of a page without a terminal, and the maximum with one.
    package static let usualColumns = 80
    /// Fewer leave no room for a label and a few groups of an address.
    static let fewestColumns = 30

    /// For a terminal only.
    package let colours: Bool
    /// The maximum length of a line.
    package let columns: Int
    /// How inputs and actions are written.
    package let style: any WordingStyle

    /// In which times are told beside UTC; nil for UTC alone.
    package let zone: LocalZone?

    /// This screen with another number of columns.
    package func with(columns: Int) -> Screen { Screen(colours: colours, columns: columns, zone: zone, in: style) }

    /// This screen with another style.
    package func with(style: any WordingStyle) -> Screen {
        Screen(colours: colours, columns: columns, zone: zone, in: style)
    }

    /// - Parameter columns: the terminal's columns; nil without a terminal.
    package init(
        colours: Bool = false, columns: Int? = nil, zone: LocalZone? = nil, in style: any WordingStyle = PlainStyle()
    ) {
        self.colours = colours
        self.zone = zone
        self.style = style
        self.columns = max(min(columns ?? Self.usualColumns, Self.usualColumns), Self.fewestColumns)
    }
}

/// Terminal colours; none if `isOn` is false.
struct ANSIStyle {
    let isOn: Bool

    func level(_ level: Level) -> String {
        switch level {
        case .info: level.word
        case .warn: wrap(level.word, "33")
        case .hold: wrap(level.word, "31")
        case .refuse: wrap(level.word, "1;31")
        }
    }

    /// Test networks look different from the public one, where the money is real.
    func network(_ name: String, isPublic: Bool) -> String { wrap(name, isPublic ? "1" : "36") }

    private func wrap(_ text: String, _ code: String) -> String { isOn ? "\u{1b}[\(code)m\(text)\u{1b}[0m" : text }
}
