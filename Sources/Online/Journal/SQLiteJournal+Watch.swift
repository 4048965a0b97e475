// SPDX-License-Identifier: Apache-2.0

import GRDB

extension SQLiteJournal: WatchBook {
    package func watched(network: String, account: String) throws(JournalError) -> WatchedAccount? {
        try file.read { db in try WatchRow.fetch(db, network: network, account: account) }
    }

    package func keep(_ watched: WatchedAccount) throws(JournalError) {
        try Self.checkText(watched.networkPassphrase, watched.account, watched.state, watched.cursor)
        try file.write { db in try WatchRow.put(db, watched) }
    }

    package func knows(hash: String) throws(JournalError) -> Bool {
        try file.read { db in try WatchRow.knows(db, hash: hash) }
    }

    package func highestSequence(
        network: String, source: String, upTo ledger: Int64
    ) throws(JournalError) -> Int64? {
        try file.read { db in try WatchRow.highestSequence(db, network: network, source: source, upTo: ledger) }
    }
}
