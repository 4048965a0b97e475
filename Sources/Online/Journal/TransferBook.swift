// SPDX-License-Identifier: Apache-2.0

/// The deposits and withdrawals that were begun on this machine; each call is one transaction, on disk when it returns.
package protocol TransferBook: Sendable {
    /// Takes a new one on.
    ///
    /// - Returns: the same with its number and times.
    func add(_ transfer: RecordedTransfer) throws(JournalError) -> RecordedTransfer

    func transfer(number: Int64) throws(JournalError) -> RecordedTransfer?

    /// By the id that the anchor gave it; the latest, where it gave one twice.
    func transfer(network: String, homeDomain: String, id: String) throws(JournalError) -> RecordedTransfer?

    /// All to which an anchor gave this id, the latest first.
    func transfers(id: String) throws(JournalError) -> [RecordedTransfer]

    /// Writes down where one stands now, and what was settled on the way.
    ///
    /// - Parameter before: the step that it was at. Of two programs that go on with one transfer, the slower one is refused.
    /// - Throws: `.transferMoved`.
    func update(_ transfer: RecordedTransfer, before: RecordedTransfer.Step) throws(JournalError) -> RecordedTransfer

    /// The latest first.
    func transfers(limit: Int) throws(JournalError) -> [RecordedTransfer]
}
