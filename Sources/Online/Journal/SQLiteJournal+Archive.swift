// SPDX-License-Identifier: Apache-2.0

import Handoff
import SafeFiles
package import Stellar
import StellarXDR
import TextCodec

extension SQLiteJournal {
    /// Moves settled data into a separate file, as `archive(before:to:end:)` does, with the expiry in the requests' documents.
    package func archive(before end: Timestamp, to path: String) throws(JournalError) -> Int {
        try archive(before: Int64(clamping: end.seconds), to: path, end: \.expiry)
    }

    /// A free path for an archive in a folder, named after the date.
    package static func freeArchivePath(in folder: String, before end: Timestamp) -> String {
        let name = "\(folder)/archive-\(end.rfc3339.prefix(10))"
        var number = 1
        while true {
            let path = name + (number == 1 ? "" : "-\(number)") + ".sqlite"
            if !SafeFiles.exists(path) { return path }
            number += 1
        }
    }
}

extension RecordedRequest {
    /// The expiry of the requested transaction, in seconds since 1970; nil if it has none or cannot be read.
    fileprivate var expiry: Int64? {
        guard let json = try? JSON(parsing: Array(document.utf8)), let request = try? SigningRequest(json: json),
            let end = request.envelope?.innermost.cond.timeBounds?.maxTime, end > 0
        else { return nil }
        return Int64(clamping: end)
    }
}
