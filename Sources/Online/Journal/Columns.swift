// SPDX-License-Identifier: Apache-2.0

import Codec
import GRDB
import LedgerXDR
package import Stellar
package import StellarXDR

/// Stored as the address, `G…`.
extension AccountID: DatabaseValueConvertible {
    var databaseValue: DatabaseValue { address.databaseValue }

    static func fromDatabaseValue(_ value: DatabaseValue) -> AccountID? {
        String.fromDatabaseValue(value).flatMap { try? AccountID(address: $0) }
    }
}

/// Stored as the address, `G…` or `M…`.
extension MuxedAccount: DatabaseValueConvertible {
    var databaseValue: DatabaseValue { address.databaseValue }

    static func fromDatabaseValue(_ value: DatabaseValue) -> MuxedAccount? {
        String.fromDatabaseValue(value).flatMap { try? MuxedAccount(address: $0) }
    }
}

/// Stored as its passphrase.
extension Network: DatabaseValueConvertible {
    var databaseValue: DatabaseValue { passphrase.databaseValue }

    static func fromDatabaseValue(_ value: DatabaseValue) -> Network? {
        String.fromDatabaseValue(value).map { Network(passphrase: $0) }
    }
}

/// Stored as Horizon's `result_codes` object, as JSON text.
extension ResultCodes: DatabaseValueConvertible {
    var databaseValue: DatabaseValue { json.text().databaseValue }

    static func fromDatabaseValue(_ value: DatabaseValue) -> ResultCodes? {
        guard let text = String.fromDatabaseValue(value), let json = try? JSON(parsing: Array(text.utf8)) else {
            return nil
        }
        return try? ResultCodes(json)
    }
}

// The kinds and states are stored as their raw values, which therefore never change.

extension RecordedRequest.Kind: DatabaseValueConvertible {}
extension SubmissionState: DatabaseValueConvertible {}
extension JournalEvent.Kind: DatabaseValueConvertible {}
extension RecordedRampEvent.Kind: DatabaseValueConvertible {}
extension RecordedTransfer.Step: DatabaseValueConvertible {}
extension TransferKind: DatabaseValueConvertible {}
extension TransferProtocol: DatabaseValueConvertible {}
extension TransferStatus: DatabaseValueConvertible {}

/// Stored as 64 hexadecimal digits in lower case.
extension TransactionHash: DatabaseValueConvertible {
    var databaseValue: DatabaseValue { hex.databaseValue }

    static func fromDatabaseValue(_ value: DatabaseValue) -> TransactionHash? {
        String.fromDatabaseValue(value).flatMap { TransactionHash(hex: $0) }
    }
}

/// The values of one row, by their types. A value that its type does not have is an error that names the row: another
/// program or a newer release wrote it.
struct RowReader {
    private let row: Row
    private let table: String

    /// - Parameter table: the table that the row is of, for errors; they name the row by its column `number`, if it was
    ///   selected.
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
