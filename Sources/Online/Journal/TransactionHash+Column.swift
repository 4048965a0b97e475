// SPDX-License-Identifier: Apache-2.0

import GRDB
package import Stellar

/// Stored as 64 hexadecimal digits in lower case.
extension TransactionHash: DatabaseValueConvertible {
    var databaseValue: DatabaseValue { hex.databaseValue }

    static func fromDatabaseValue(_ value: DatabaseValue) -> TransactionHash? {
        String.fromDatabaseValue(value).flatMap { TransactionHash(hex: $0) }
    }
}
