// SPDX-License-Identifier: Apache-2.0

package import Codec
package import Handoff
package import Stellar
package import StellarXDR
package import Workspace

/// What a user wants of a transaction, apart from its operation.
package struct TransactionParameters: Sendable {
    private let reachable: OnlineContext
    private var knownFinder: AccountFinder?
    package var network: NetworkSelection
    package var now: Timestamp
    /// The network that the operation's input names, for a user who names none. `BuildJob` sets it.
    var documented: Network?
    /// The transaction to which the operation is appended; nil for a new one.
    package var earlier: UnsignedTransaction?
    /// The account that acts.
    package var source: AccountReference?
    /// The account that acts in this operation alone.
    package var operationSource: AccountReference?
    package var memo: Memo?
    package var conditions = ConditionInput()
    package var fee = FeeChoice.automatic
    package var sequence = SequenceChoice.next
    /// Whether its only operation is a contract call, for which Stellar RPC knows all that is needed of the ledger. `BuildJob` sets it.
    var callsContract = false
    /// A note for the signer.
    package var note: String?

    package init(context: OnlineContext, network: NetworkSelection, now: Timestamp) {
        reachable = context
        self.network = network
        self.now = now
    }

    /// The state and the servers that the transaction may be built with.
    package var context: OnlineContext { sequence.allowed(reachable) }

    /// Finds accounts. One that has found some already does not look them up again.
    package var finder: AccountFinder {
        get { knownFinder ?? AccountFinder(context) }
        set { knownFinder = newValue }
    }

    /// Takes what texts say of the accounts that act, memo, preconditions, fee, sequence number and note.
    package mutating func fill(_ texts: FieldTexts) throws(Failure) {
        source = try texts.optional(.source)
        operationSource = try texts.optional(.operationSource)
        memo = try texts.optional(.memo)
        conditions = try ConditionInput(texts)
        fee = try texts.optional(.fee) ?? .automatic
        sequence = try SequenceChoice(texts)
        note = texts[.note]
    }

    /// Rejects what an appended operation cannot change.
    func checkForAppending() throws(Failure) {
        var fixed: [Wording] = memo == nil ? [] : ["\(field: .memo)"]
        fixed += conditions.given.map { "\(field: $0)" }
        if sequence == .afterPending { fixed.append("the sequence number, by \(field: .afterPending),") }
        if sequence == .afterDrafts { fixed.append("the sequence number, by \(field: .afterDrafts),") }
        guard let name = fixed.first else { return }
        throw Failure(
            .usage, "\(name) cannot be changed by \(field: .appendTo): the transaction has it already")
    }
}
