// SPDX-License-Identifier: Apache-2.0

package import AddressBook
import Faults
package import Handoff
package import Stellar

/// What a user wants of a transaction, apart from its operation. Texts are as typed.
package struct DraftRequest: Sendable {
    /// Without servers if there is a `sequence`: the network is not used then.
    package var context: OnlineContext
    package var network: NetworkChoice
    package var now: Timestamp
    /// The network that another input names, such as a link; nil if none does.
    package var documented: Network?
    /// The transaction to which the operation is appended; nil for a new one.
    package var earlier: UnsignedTransaction?
    /// The account that acts: an address, a contact's name or a federation name.
    package var source: String?
    /// The account that acts in this operation alone.
    package var operationSource: String?
    package var memo: String?
    package var conditions = ConditionInput()
    /// Stroops per operation, or `auto`.
    package var fee = "auto"
    /// The transaction's own sequence number.
    package var sequence: String?
    package var place = SequenceAllocator.Place.next
    /// Whether its only operation is a contract call, for which Stellar RPC knows all that is needed of the ledger.
    package var callsContract = false
    /// A note for the signer.
    package var note: String?

    package init(context: OnlineContext, network: NetworkChoice, now: Timestamp) {
        self.context = context
        self.network = network
        self.now = now
    }

    /// Rejects what an appended operation cannot change.
    func checkForAppending() throws(Failure) {
        var fixed: [Wording] = memo == nil ? [] : ["\(field: .memo)"]
        fixed += conditions.given.map { "\(field: $0)" }
        if place == .afterPending { fixed.append("the sequence number, by \(field: .afterPending),") }
        if place == .afterDrafts { fixed.append("the sequence number, by \(field: .afterDrafts),") }
        guard let name = fixed.first else { return }
        throw Failure(
            .usage, "\(name) cannot be changed by \(field: .appendTo): the transaction has it already")
    }
}
