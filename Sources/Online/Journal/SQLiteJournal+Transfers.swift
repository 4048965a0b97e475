// SPDX-License-Identifier: Apache-2.0

package import Anchor
import GRDB
package import Stellar

extension SQLiteJournal: TransferBook {
    package func add(_ transfer: RecordedTransfer) throws(JournalError) -> RecordedTransfer {
        try Self.check(transfer)
        let now = clock()
        return try file.write { db in
            var kept = transfer
            (kept.created, kept.changed) = (now, now)
            try TransferRow.insert(db, kept)
            kept.number = db.lastInsertedRowID
            return kept
        }
    }

    package func transfer(number: Int64) throws(JournalError) -> RecordedTransfer? {
        try file.read { db in try TransferRow.fetch(db, number: number) }
    }

    package func transfer(
        network: Network, homeDomain: String, id: String, kind: TransferKind?
    ) throws(JournalError) -> RecordedTransfer? {
        try file.read { db in try TransferRow.fetch(db, network: network, homeDomain: homeDomain, id: id, kind: kind) }
    }

    package func transfers(id: String) throws(JournalError) -> [RecordedTransfer] {
        try file.read { db in try TransferRow.fetch(db, id: id) }
    }

    package func update(
        _ transfer: RecordedTransfer, before: RecordedTransfer.Step
    ) throws(JournalError) -> RecordedTransfer {
        try Self.check(transfer)
        let now = clock()
        return try file.write { db in
            guard let known = try TransferRow.fetch(db, number: transfer.number), known.step == before else {
                throw JournalError.transferMoved(number: transfer.number)
            }
            var changed = transfer
            changed.changed = now
            try TransferRow.update(db, changed)
            return changed
        }
    }

    package func transfers(limit: Int) throws(JournalError) -> [RecordedTransfer] {
        try file.read { db in try TransferRow.latest(db, limit: limit) }
    }

    private static func check(_ transfer: RecordedTransfer) throws(JournalError) {
        try checkText(
            transfer.network.passphrase, transfer.homeDomain, transfer.memo, transfer.asset,
            transfer.amount, transfer.method, transfer.otherAsset, transfer.quoteID, transfer.paymentMemo,
            transfer.fields, transfer.transferID, transfer.status?.rawValue)
    }
}
