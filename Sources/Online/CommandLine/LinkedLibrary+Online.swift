// SPDX-License-Identifier: Apache-2.0

import HTTP
import Journal
package import Terminal

extension LinkedLibrary {
    /// The libraries of the online programs, in addition to those of all programs.
    package static var online: [LinkedLibrary] {
        [
            LinkedLibrary("libcurl", version: CurlLibrary.version),
            LinkedLibrary("SQLite", version: SQLiteLibrary.version),
            LinkedLibrary(package: "GRDB"),
        ] + curves
    }
}
