// SPDX-License-Identifier: Apache-2.0

package import Codec
package import Journal
package import Stellar

/// The pending transactions of a journal, by network.
package struct ResumePlan {
    /// The pending transactions of one network, in the order in which they were queued.
    package struct Part {
        package let network: Network
        package let transactions: [PendingTransaction]
    }

    /// In the order of the passphrases.
    package let parts: [Part]
    /// The number of transactions held back after a failure, which only `send` submits.
    package let held: Int

    package init(_ journal: any RequestJournal) throws(Failure) {
        let open: [OpenSubmission]
        do { (open, held) = (try journal.open(), try journal.held()) } catch { throw Failure(error) }
        parts = Dictionary(grouping: open, by: \.network).sorted { $0.key.passphrase < $1.key.passphrase }.map {
            Part(network: $0, transactions: $1.map(PendingTransaction.init))
        }
    }
}
