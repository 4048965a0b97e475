// SPDX-License-Identifier: Apache-2.0

import GRDB
import Stellar
package import StellarXDR

/// Stored as the address, `G…` or `M…`.
extension MuxedAccount: DatabaseValueConvertible {
    var databaseValue: DatabaseValue { address.databaseValue }

    static func fromDatabaseValue(_ value: DatabaseValue) -> MuxedAccount? {
        String.fromDatabaseValue(value).flatMap { try? MuxedAccount(address: $0) }
    }
}
