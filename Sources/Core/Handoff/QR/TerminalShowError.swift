// SPDX-License-Identifier: Apache-2.0

/// Why QR codes cannot be shown on a terminal.
package enum TerminalShowError: Error, Hashable {
    /// The terminal needs at least this many columns and rows, at any density.
    case tooSmall(columns: Int, rows: Int)
    case loop(QRLoopError)
}
