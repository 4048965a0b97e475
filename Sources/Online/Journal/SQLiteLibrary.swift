// SPDX-License-Identifier: Apache-2.0

import GRDB

/// The SQLite that is linked.
package enum SQLiteLibrary {
    /// The version that the library reports, such as `3.40.1`; nil if it cannot open a database in memory.
    package static var version: String? {
        guard let memory = try? DatabaseQueue() else { return nil }
        return try? memory.read { database in try String.fetchOne(database, sql: "SELECT sqlite_version()") }
    }
}
