// SPDX-License-Identifier: Apache-2.0

import GRDB
import Stellar
import StellarXDR

extension SQLiteJournal {
    func watched(network: Network, account: AccountID) throws(JournalError) -> WatchedAccount? {
        try file.read { db in try WatchRow.fetch(db, network: network, account: account) }
    }

    func watchedAccounts(network: Network) throws(JournalError) -> [AccountID] {
        try file.read { db in try WatchRow.accounts(db, network: network) }
    }

    func forgetWatched(network: Network, account: AccountID) throws(JournalError) {
        try file.write { db in try WatchRow.remove(db, network: network, account: account) }
    }

    func keep(_ watched: WatchedAccount) throws(JournalError) {
        try Self.checkText(watched.network.passphrase, watched.state, watched.cursor)
        try file.write { db in try WatchRow.put(db, watched) }
    }

    func knows(hash: TransactionHash) throws(JournalError) -> Bool {
        try file.read { db in try WatchRow.knows(db, hash: hash) }
    }

    func highestSequence(
        network: Network, source: AccountID, upTo ledger: Int64
    ) throws(JournalError) -> Int64? {
        try file.read { db in try WatchRow.highestSequence(db, network: network, source: source, upTo: ledger) }
    }
}
