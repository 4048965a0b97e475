// SPDX-License-Identifier: Apache-2.0

/// A QR code as terminal text: half blocks, two rows of modules per line, dark on light in any theme.
///
/// Every line sets both colours and resets them at its end: readers fail on light-on-dark codes, and on a quiet zone that is
/// as dark as the terminal. The last cell of a line is a white block, not a space: programs that keep terminal lines as
/// text, such as tmux, drop trailing spaces, and with them the quiet zone.
///
/// Without colours, where escape sequences are not allowed, light modules are blocks and dark ones spaces: correct on a dark
/// screen, which most terminals have, and inverted on a light one, which many readers accept as well.
package struct TerminalQR: Hashable, Sendable {
    /// Black (16) on white (231) from the fixed part of the 256 colours, which themes do not change.
    private static let colours = "\u{1b}[38;5;16m\u{1b}[48;5;231m"
    private static let end = "\u{1b}[38;5;231m\u{2588}\u{1b}[0m"

    /// The lines from the top, including their colours; write a line end after each.
    package let lines: [String]
    /// The terminal columns of the picture, including the quiet zone.
    package let columns: Int

    /// - Parameter colours: whether escape sequences may be used to set them.
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

    /// The terminal rows of the picture, including the quiet zone.
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
