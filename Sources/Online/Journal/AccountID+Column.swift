// SPDX-License-Identifier: Apache-2.0

import GRDB
import Stellar
package import StellarXDR

/// Stored as the address, `G…`.
extension AccountID: DatabaseValueConvertible {
    var databaseValue: DatabaseValue { address.databaseValue }

    static func fromDatabaseValue(_ value: DatabaseValue) -> AccountID? {
        String.fromDatabaseValue(value).flatMap { try? AccountID(address: $0) }
    }
}
