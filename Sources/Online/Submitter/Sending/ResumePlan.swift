// SPDX-License-Identifier: Apache-2.0

package import Faults
package import Journal
package import Stellar

/// The pending transactions of a journal, by network.
package struct ResumePlan {
    /// The pending transactions of one network, in the order in which they were queued.
    package struct Part {
        package let network: Network
        private let rows: [OpenSubmission]

        fileprivate init(_ network: Network, _ rows: [OpenSubmission]) {
            self.network = network
            self.rows = rows
        }

        /// - Throws: `.badInput` if the journal contains an invalid hash or address.
        package func transactions() throws(Failure) -> [PendingTransaction] {
            try rows.map { row throws(Failure) in
                guard let transaction = PendingTransaction(row) else {
                    throw Failure(
                        .badInput, "the journal contains a transaction with an invalid hash or source: \(row.hash)")
                }
                return transaction
            }
        }
    }

    /// In the order of the passphrases.
    package let parts: [Part]
    /// The number of transactions held back after a failure, which only `send` submits.
    package let held: Int

    package init(_ journal: any RequestJournal) throws(Failure) {
        let open: [OpenSubmission]
        do { (open, held) = (try journal.open(), try journal.held()) } catch { throw Failure(error) }
        parts = Dictionary(grouping: open, by: \.networkPassphrase).sorted { $0.key < $1.key }.map { passphrase, rows in
            Part(Network(passphrase: passphrase), rows)
        }
    }
}
