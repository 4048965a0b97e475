// SPDX-License-Identifier: Apache-2.0

import GRDB
package import Stellar

/// Stored as its passphrase.
extension Network: DatabaseValueConvertible {
    var databaseValue: DatabaseValue { passphrase.databaseValue }

    static func fromDatabaseValue(_ value: DatabaseValue) -> Network? {
        String.fromDatabaseValue(value).map { Network(passphrase: $0) }
    }
}
