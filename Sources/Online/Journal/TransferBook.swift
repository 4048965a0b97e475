// SPDX-License-Identifier: Apache-2.0

package import AnchorAPI
package import Stellar

/// The deposits and withdrawals begun on this machine; each call is one transaction, on disk when it returns.
package protocol TransferBook: Sendable {
    /// Adds a new transfer.
    ///
    /// - Returns: the transfer with its number and times.
    func add(_ transfer: RecordedTransfer) throws(JournalError) -> RecordedTransfer

    func transfer(number: Int64) throws(JournalError) -> RecordedTransfer?

    /// The transfer with the anchor's id. If the anchor assigned the id twice, one of that kind, and of these the latest.
    func transfer(
        network: Network, homeDomain: String, id: String, kind: TransferKind?
    ) throws(JournalError) -> RecordedTransfer?

    /// All transfers to which any anchor assigned this id, newest first.
    func transfers(id: String) throws(JournalError) -> [RecordedTransfer]

    /// Records a transfer's current step, and what was settled on the way.
    ///
    /// - Parameter before: its previous step. Of two programs that continue one transfer, the slower one is refused.
    /// - Throws: `.transferMoved` when the transfer is not at that step.
    func update(_ transfer: RecordedTransfer, before: RecordedTransfer.Step) throws(JournalError) -> RecordedTransfer

    /// The latest transfers, newest first.
    func transfers(limit: Int) throws(JournalError) -> [RecordedTransfer]
}
