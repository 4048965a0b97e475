// SPDX-License-Identifier: Apache-2.0

/// Why QR codes cannot be shown on a terminal.
package enum TerminalShowError: Error, Hashable {
    /// The least columns and rows that any of them needs.
    case tooSmall(columns: Int, rows: Int)
    case loop(QRLoopError)
}
