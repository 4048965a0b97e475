// SPDX-License-Identifier: Apache-2.0

package import AddressBook
package import Handoff
package import Journal
package import Stellar

/// What a user wants of a request about a known transaction: to void it, or to pay a higher fee for it.
package struct ReplacementTerms {
    /// The transaction to replace.
    package var transaction: KnownTransaction
    /// Without servers, the network is not used.
    package var context: OnlineContext
    package var journal: OnlineJournal
    package var network: NetworkSelection
    package var now: Timestamp
    /// A note for the signer.
    package var note: String?

    package init(
        of transaction: KnownTransaction, context: OnlineContext, journal: OnlineJournal, network: NetworkSelection,
        now: Timestamp, note: String? = nil
    ) {
        self.transaction = transaction
        self.context = context
        self.journal = journal
        self.network = network
        self.now = now
        self.note = note
    }
}
