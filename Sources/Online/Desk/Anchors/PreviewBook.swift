// SPDX-License-Identifier: Apache-2.0

import Anchor
import Journal
import Stellar

/// A journal's transfers for a run that only looks: its steps are not recorded, so that a page that is open never takes a transfer out of the
/// hands of another program.
struct PreviewBook: TransferBook {
    let journal: any TransferBook

    func add(_ transfer: RecordedTransfer) throws(JournalError) -> RecordedTransfer { transfer }

    func update(
        _ transfer: RecordedTransfer, before: RecordedTransfer.Step
    ) throws(JournalError) -> RecordedTransfer { transfer }

    func transfer(number: Int64) throws(JournalError) -> RecordedTransfer? { try journal.transfer(number: number) }

    func transfer(
        network: Network, homeDomain: String, id: String, kind: TransferKind?
    ) throws(JournalError) -> RecordedTransfer? {
        try journal.transfer(network: network, homeDomain: homeDomain, id: id, kind: kind)
    }

    func transfers(id: String) throws(JournalError) -> [RecordedTransfer] { try journal.transfers(id: id) }

    func transfers(limit: Int) throws(JournalError) -> [RecordedTransfer] { try journal.transfers(limit: limit) }
}
