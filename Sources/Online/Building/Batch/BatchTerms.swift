// SPDX-License-Identifier: Apache-2.0

package import Codec
package import Handoff
package import Stellar
package import Workspace

/// What a user wants of all transactions of a batch.
package struct BatchTerms: Sendable {
    /// Without servers if the sequence number is given: the network is not used then.
    package var context: OnlineContext
    package var network: NetworkSelection
    package var now: Timestamp
    /// The payer of rows without a source.
    package var source: AccountReference?
    package var conditions = ConditionInput()
    package var fee = FeeChoice.automatic
    /// Of the first transaction.
    package var sequence = SequenceChoice.next
    /// Whether to fetch every destination account; nil decides by their number.
    package var checksAccounts: Bool?
    /// A note for the signer.
    package var note: String?

    package init(context: OnlineContext, network: NetworkSelection, now: Timestamp) {
        self.context = context
        self.network = network
        self.now = now
    }

    /// Takes what texts say of the payer, preconditions, fee and sequence numbers.
    package mutating func fill(_ texts: FieldTexts) throws(Failure) {
        source = try texts.optional(.source)
        conditions = try ConditionInput(texts)
        fee = try texts.optional(.fee) ?? .automatic
        sequence = try SequenceChoice(texts)
    }
}
