// SPDX-License-Identifier: Apache-2.0

import GRDB

/// The values of one row, by their types. A value that its type does not have is an error that names the row: another program or
/// a newer release wrote it.
struct RowReader {
    private let row: Row
    private let table: String

    /// - Parameter table: the table that the row is of, for errors; they name the row by its column `number`, if it was selected.
    init(_ row: Row, of table: String) {
        self.row = row
        self.table = table
    }

    /// The value of a column; nil for NULL if the type is optional.
    func value<Value: DatabaseValueConvertible>(_ column: String) throws -> Value {
        guard let value = Value.fromDatabaseValue(stored(column)) else { throw unreadable(column) }
        return value
    }

    private func stored(_ column: String) -> DatabaseValue { row[column] ?? .null }

    /// The error for a value that cannot be in a column.
    func unreadable(_ column: String) -> DatabaseError {
        let number = Int64.fromDatabaseValue(stored("number")).map { " \($0)" } ?? ""
        return DatabaseError(
            resultCode: .SQLITE_CORRUPT, message: "\(table)\(number) has an unknown value in the column \(column)")
    }
}
