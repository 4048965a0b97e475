// SPDX-License-Identifier: Apache-2.0

import GRDB
package import Stellar

extension SQLiteJournal {
    /// Removes all requests for a transaction; its submission and events stay.
    ///
    /// - Parameter signatures: the number of signatures at the time of the decision.
    /// - Returns: false, removing nothing, when it has been signed or queued since then and is not final.
    package func forget(hash: TransactionHash, signatures: Int) throws(JournalError) -> Bool {
        let now = clock()
        return try file.write { db in
            if let known = try SubmissionRow.fetch(db, hash: hash) {
                guard known.isFinal else { return false }
            } else {
                guard try SignatureRow.all(db, hash: hash).count == signatures else { return false }
            }
            try RequestRow.rememberWithdrawals(db, hash: hash)
            for id in try RequestRow.ids(db, hash: hash) {
                try RequestRow.remove(db, id: id)
                try EventRow.append(db, now, hash, .withdrawn, "\(id) \(JournalEvent.forgotten)")
            }
            return true
        }
    }
}
