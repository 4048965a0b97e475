// SPDX-License-Identifier: Apache-2.0

/// Columns and rows of a terminal.
struct TerminalSize: Hashable {
    let columns: Int
    let rows: Int

    /// Of a terminal that says nothing about its size.
    static let usual = TerminalSize(columns: 80, rows: 24)

    private init(columns: Int, rows: Int) {
        self.columns = columns
        self.rows = rows
    }

    /// The size that the terminal reports; else that of `COLUMNS` and `LINES`; else 80 by 24.
    ///
    /// - Parameter reported: 0 stands for unknown.
    init(reported: (columns: Int, rows: Int)?) {
        columns = Self.known(reported?.columns) ?? Self.setting("COLUMNS") ?? Self.usual.columns
        rows = Self.known(reported?.rows) ?? Self.setting("LINES") ?? Self.usual.rows
    }

    private static func setting(_ name: String) -> Int? { known(Environment[name].flatMap { Int($0) }) }

    private static func known(_ number: Int?) -> Int? { number.flatMap { (1...65535).contains($0) ? $0 : nil } }
}
