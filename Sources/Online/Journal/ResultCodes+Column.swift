// SPDX-License-Identifier: Apache-2.0

import GRDB
import Horizon
package import Stellar
import TextCodec

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
