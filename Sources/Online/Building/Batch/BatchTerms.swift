// SPDX-License-Identifier: Apache-2.0

package import AddressBook
package import Handoff
package import Stellar

/// What a user wants of all transactions of a batch. Texts are as typed.
package struct BatchTerms: Sendable {
    /// Without servers if there is a `sequence`: the network is not used then.
    package var context: OnlineContext
    package var network: NetworkChoice
    package var now: Timestamp
    /// The payer of rows without a source.
    package var source: String?
    package var conditions = ConditionInput()
    /// Stroops per payment, or `auto`.
    package var fee = "auto"
    /// The sequence number of the first transaction.
    package var sequence: String?
    package var place = SequenceAllocator.Place.next
    /// Whether to fetch every destination account; nil decides by their number.
    package var checksAccounts: Bool?
    /// A note for the signer.
    package var note: String?

    package init(context: OnlineContext, network: NetworkChoice, now: Timestamp) {
        self.context = context
        self.network = network
        self.now = now
    }
}
