// SPDX-License-Identifier: Apache-2.0

/// A QR code as text for a terminal: half blocks, two rows of modules in one line, dark on light whatever the theme.
///
/// Both colours are set on every line and taken back at its end: readers fail on light-on-dark codes and on a
/// quiet zone that is as dark as the terminal. The last cell of a line is a white block and no blank: whatever keeps lines of a
/// terminal as text, such as tmux, drops blanks at their end, and with them the quiet zone.
///
/// Without colours, where escape sequences have no place, light modules are blocks and dark ones blanks: right on a dark screen,
/// which most terminals have, and the other way round on a light one, which many readers take as well.
package struct TerminalQR: Hashable, Sendable {
    /// Black (16) on white (231) of the fixed part of the 256 colours, which themes leave alone.
    private static let colours = "\u{1b}[38;5;16m\u{1b}[48;5;231m"
    private static let end = "\u{1b}[38;5;231m\u{2588}\u{1b}[0m"

    /// From the top, each with its colours; to be written with a line end after each.
    package let lines: [String]
    /// The terminal columns that the picture takes, quiet zone included.
    package let columns: Int

    /// - Parameter colours: whether escape sequences may set them.
    package init(_ code: QRCode, colours: Bool = true) {
        let range = -QRCode.quietZone..<code.size + QRCode.quietZone
        columns = range.count
        guard colours else {
            lines = stride(from: range.lowerBound, to: range.upperBound, by: 2).map { row in
                range.map { Self.block(!code[row, $0], !code[row + 1, $0]) }.joined()
            }
            return
        }
        lines = stride(from: range.lowerBound, to: range.upperBound, by: 2).map { row in
            Self.colours + range.dropLast().map { Self.block(code[row, $0], code[row + 1, $0]) }.joined() + Self.end
        }
    }

    /// The terminal rows that the picture takes, quiet zone included.
    package var rows: Int { lines.count }

    private static func block(_ upper: Bool, _ lower: Bool) -> String {
        switch (upper, lower) {
        case (true, true): "█"
        case (true, false): "▀"
        case (false, true): "▄"
        case (false, false): " "
        }
    }
}
